package dev.guildhall.core.workflow;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.Map;
import java.util.stream.Stream;

/** Creates the input of a step when it can begin. Is called within a transaction, so it waits for the store alone. */
public interface StepAssignment {
    /** The names of the steps whose outputs the input of a step contains, in the order of its need, some more than once. */
    default Stream<String> sources(WorkflowStep step) {
        return Stream.empty();
    }

    /**
     * The input of a step's task.
     *
     * @param workflow with all steps, without their tasks; those that the step depends on have completed
     * @param outputs the steps with their outputs
     * @throws Refusal with {@code TaskProblem.NotDone} when the step cannot be executed
     */
    Map<String, Object> input(Workflow workflow, WorkflowStep step, StepOutputs outputs);
}
