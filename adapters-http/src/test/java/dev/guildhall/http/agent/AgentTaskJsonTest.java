package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentTaskJsonTest {
    private static AgentTaskJson.StepJson step(StepStatus status, TaskState.Ended end) {
        NewTask kept = Sample.task(Sample.user().requireUser().userId()).build();
        Task ended = new Task(
                kept.id(),
                kept.owner(),
                kept.actor(),
                kept.spec(),
                kept.part(),
                Sample.NOW,
                Optional.of(Sample.NOW),
                Optional.of(Sample.NOW),
                1,
                1,
                List.of(),
                end);
        Workflow task = Sample.workflow(kept.owner()).agentTask().build();
        WorkflowStep step =
                new WorkflowStep(task.steps().getFirst().spec(), status, Optional.of(ended.id()), Optional.of(ended));
        return AgentTaskJson.StepJson.of(AgentTask.Step.of("step", step));
    }

    @Test
    void a_running_step_shows_neither_the_result_nor_the_end_of_its_task() {
        AgentTaskJson.StepJson step =
                step(StepStatus.RUNNING, new TaskState.Completed(Map.of("result", "what the agent said")));

        assertThat(step.status()).isEqualTo("running");
        assertThat(step.startedAt()).isNotNull();
        assertThat(step.result()).isNull();
        assertThat(step.completedAt()).isNull();
    }

    @Test
    void a_running_step_does_not_show_the_error_of_its_task() {
        AgentTaskJson.StepJson step = step(
                StepStatus.RUNNING, new TaskState.Failed(new TaskError("FAILED", "it failed", ErrorKind.INTERNAL)));

        assertThat(step.error()).isNull();
    }

    @Test
    void an_ended_step_shows_the_result_and_the_end_of_its_task() {
        AgentTaskJson.StepJson step =
                step(StepStatus.COMPLETED, new TaskState.Completed(Map.of("result", "what the agent said")));

        assertThat(step.result()).isEqualTo("what the agent said");
        assertThat(step.completedAt()).isNotNull();
    }
}
