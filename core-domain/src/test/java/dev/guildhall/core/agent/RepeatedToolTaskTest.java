package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Another attempt at a task of the type {@code tool} makes the same call, which takes effect once. */
class RepeatedToolTaskTest {
    private static final String CREATE = "builtin.task_create";
    private static final Map<String, Object> TEA =
            Map.of("title", "tea", "description", "make tea", "steps", List.of(Map.of("title", "boil")));

    private final Installation installation = new Installation();
    private final Core core = installation.core();
    private final Caller.User ada = installation.someone();

    private final Task task = task();

    private Task task() {
        return Task.kept(Sample.task(ada.userId()).build(), Sample.NOW);
    }

    private ToolOutcome attempt(Task task) {
        return core.agents().executeInTask(ada, task, CREATE, TEA).outcome();
    }

    private List<Workflow> created() {
        return core.agentTasks()
                .list(ada, ada.userId(), Optional.empty(), PageRequest.first())
                .items();
    }

    @Test
    void a_repeated_attempt_finds_the_task_that_the_first_one_created() {
        ToolOutcome first = attempt(task);
        ToolOutcome second = attempt(task);

        assertThat(created())
                .singleElement()
                .satisfies(task -> assertThat(task.status()).isEqualTo(WorkflowStatus.RUNNING));
        assertThat(second).isEqualTo(first);
    }

    @Test
    void a_repeated_attempt_is_told_of_a_created_task_that_has_ended() {
        attempt(task);
        core.agentTasks().cancel(ada, created().getFirst().id());

        ToolOutcome second = attempt(task);

        assertThat(second)
                .isInstanceOfSatisfying(
                        ToolOutcome.Success.class,
                        success -> assertThat(success.data())
                                .asInstanceOf(InstanceOfAssertFactories.MAP)
                                .containsEntry("status", "cancelled"));
        assertThat(created()).hasSize(1);
    }

    @Test
    void another_task_with_the_same_call_creates_a_task_of_its_own() {
        attempt(task);
        attempt(task());

        assertThat(created()).hasSize(2);
    }
}
