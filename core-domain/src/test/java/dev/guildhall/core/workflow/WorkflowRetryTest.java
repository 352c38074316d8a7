package dev.guildhall.core.workflow;

import static dev.guildhall.core.workflow.WorkflowFixture.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowEvent;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.Workflows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkflowRetryTest {
    private static final TaskState.Ended FAILED =
            new TaskState.Failed(new TaskError("BROKEN", "it broke", ErrorKind.INTERNAL));

    private final WorkflowFixture fixture = new WorkflowFixture();
    private final Workflows service = fixture.service();
    private final Caller.User user = WorkflowFixture.someone();

    private static Map<String, Object> from(String step) {
        return Map.of("value", Map.of("$from", step, "pointer", "/value"));
    }

    /** The first step has an output, {@code b} fails, and {@code c} and {@code d} depend on both. */
    private Workflow failed() {
        Workflow started = service.start(
                user,
                "one",
                List.of(
                        step("a", Map.of("value", 1)),
                        step("b", from("a"), "a"),
                        step("c", from("a"), "a"),
                        step("d", from("c"), "b", "c")));
        fixture.carryOutAll(task -> isOf(task, started, "b") ? FAILED : echoed(task));
        return service.find(user, started.id());
    }

    private boolean isOf(Task task, Workflow workflow, String step) {
        return fixture.stepOf(service.find(user, workflow.id()), step)
                .taskId()
                .filter(task.id()::equals)
                .isPresent();
    }

    private static TaskState.Ended echoed(Task task) {
        return new TaskState.Completed(task.spec().input());
    }

    private static List<StepStatus> statuses(Workflow workflow) {
        return workflow.steps().stream().map(WorkflowStep::status).toList();
    }

    @Test
    void steps_that_did_not_complete_run_again_with_the_outputs_of_the_others() {
        Workflow old = failed();

        Workflow again = service.retry(user, old.id(), Optional.empty(), Optional.empty())
                .workflow();
        int tasks = fixture.carryOutAll(WorkflowRetryTest::echoed);
        Workflow ended = service.find(user, again.id());

        assertThat(old.status()).isEqualTo(WorkflowStatus.FAILED);
        assertThat(again.retriedFrom()).contains(old.id());
        assertThat(statuses(again))
                .containsExactly(StepStatus.COMPLETED, StepStatus.RUNNING, StepStatus.COMPLETED, StepStatus.PENDING);
        assertThat(again.steps().getFirst().taskId()).isEmpty();
        assertThat(again.steps().getFirst().output()).contains(Map.of("value", 1));
        assertThat(tasks).isEqualTo(2);
        assertThat(ended.status()).isEqualTo(WorkflowStatus.COMPLETED);
        assertThat(fixture.stepOf(ended, "d").output()).contains(Map.of("value", 1));
    }

    @Test
    void a_repetition_of_a_repetition_has_the_outputs_too() {
        Workflow second = service.retry(user, failed().id(), Optional.empty(), Optional.empty())
                .workflow();
        fixture.carryOutAll(task -> FAILED);

        Workflow third = service.retry(user, second.id(), Optional.empty(), Optional.empty())
                .workflow();

        assertThat(third.steps().getFirst().output()).contains(Map.of("value", 1));
    }

    @Test
    void a_step_runs_again_with_all_that_depend_on_it() {
        Workflow old = failed();

        Workflow again = service.retry(user, old.id(), Optional.of("c"), Optional.empty())
                .workflow();

        assertThat(statuses(again))
                .containsExactly(StepStatus.COMPLETED, StepStatus.RUNNING, StepStatus.RUNNING, StepStatus.PENDING);
    }

    @Test
    void from_the_first_step_all_run_again() {
        Workflow again = service.retry(user, failed().id(), Optional.of("a"), Optional.empty())
                .workflow();

        assertThat(statuses(again))
                .containsExactly(StepStatus.RUNNING, StepStatus.PENDING, StepStatus.PENDING, StepStatus.PENDING);
    }

    @Test
    void one_that_completed_has_nothing_to_do_again() {
        Workflow done = service.start(user, "one", List.of(step("a")));
        fixture.carryOutAll(WorkflowRetryTest::echoed);

        Workflow again = service.retry(user, done.id(), Optional.empty(), Optional.empty())
                .workflow();

        assertThat(again.status()).isEqualTo(WorkflowStatus.COMPLETED);
        assertThat(fixture.carryOutAll(WorkflowRetryTest::echoed)).isZero();
    }

    @Test
    void an_unknown_step_and_the_workflow_of_another_user_are_refused() {
        Workflow old = failed();

        assertThat(Refused.by(() -> service.retry(user, old.id(), Optional.of("none"), Optional.empty()))
                        .message())
                .startsWith("from: ");
        assertThat(Refused.by(
                        () -> service.retry(WorkflowFixture.someone(), old.id(), Optional.empty(), Optional.empty())))
                .isInstanceOf(CommonProblem.NotFound.class);
    }

    @Test
    void one_that_runs_is_a_conflict() {
        Workflow running = service.start(user, "one", List.of(step("a")));

        assertThat(Refused.by(() -> service.retry(user, running.id(), Optional.empty(), Optional.empty())))
                .isInstanceOf(CommonProblem.Conflict.class);
    }

    @Test
    void a_watch_sends_what_happened_after_a_number_until_the_end() {
        Workflow old = failed();
        List<WorkflowEvent> all = new ArrayList<>();
        List<WorkflowEvent> rest = new ArrayList<>();

        service.watch(user, old.id(), 0, all::add);
        service.watch(user, old.id(), all.size() - 2, rest::add);
        service.watch(user, old.id(), all.size(), event -> {
            throw new AssertionError(event);
        });

        assertThat(all).extracting(WorkflowEvent::number).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(all.getLast().isEnd()).isTrue();
        assertThat(rest).isEqualTo(all.subList(all.size() - 2, all.size()));
        assertThat(all)
                .filteredOn(event ->
                        event.status() == StepStatus.FAILED && event.step().isPresent())
                .singleElement()
                .satisfies(
                        event -> assertThat(event.error().orElseThrow().code()).isEqualTo("BROKEN"));
    }
}
