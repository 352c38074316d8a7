package dev.guildhall.core.workflow;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.Optional;

/** The stored response to the start of a workflow, for a repeated request with the same key. */
final class StartAnswer {
    private StartAnswer() {}

    static Workflow of(Workflow workflow) {
        return new Workflow(
                workflow.id(),
                workflow.owner(),
                workflow.profileId(),
                workflow.about(),
                WorkflowStatus.RUNNING,
                workflow.steps().stream().map(StartAnswer::of).toList(),
                workflow.createdAt(),
                workflow.startedAt(),
                Optional.empty());
    }

    private static WorkflowStep of(WorkflowStep step) {
        return step.spec().dependsOn().isEmpty()
                ? new WorkflowStep(
                        step.spec(),
                        StepStatus.RUNNING,
                        step.taskId(),
                        step.task().map(Task::asKept))
                : WorkflowStep.pending(step.spec());
    }
}
