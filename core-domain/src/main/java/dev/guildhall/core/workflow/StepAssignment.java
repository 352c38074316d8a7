package dev.guildhall.core.workflow;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.Map;

/** Creates the input of a step when it can begin. Does not block, since it is called within a transaction. */
public interface StepAssignment {
    /**
     * The input of a step's task.
     *
     * @param workflow with all steps and their tasks; those that the step depends on have completed
     * @throws Refusal with {@code TaskProblem.NotDone} when the step cannot be executed
     */
    Map<String, Object> input(Workflow workflow, WorkflowStep step);
}
