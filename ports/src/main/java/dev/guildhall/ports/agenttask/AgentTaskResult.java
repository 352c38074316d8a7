package dev.guildhall.ports.agenttask;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The results of tasks of the agent service and of their steps, as text. Pure functions. */
public interface AgentTaskResult {
    /** The key of an agent's answer in its output (tasks-4). */
    String ANSWER = "result";

    /** The result of a step; empty before it completes, and when its output has no text. */
    static Optional<String> of(WorkflowStep step) {
        return step.endedTask()
                .map(Task::state)
                .flatMap(state -> state instanceof TaskState.Completed(Map<String, Object> output)
                                && output.get(ANSWER) instanceof String answer
                        ? Optional.of(answer)
                        : Optional.empty());
    }

    /**
     * The result of the task: the answers of the steps that no other step depends on, in order, separated by an empty
     * line. Empty before it completes.
     */
    static Optional<String> of(Workflow task) {
        if (task.status() != WorkflowStatus.COMPLETED) {
            return Optional.empty();
        }
        Set<String> neededByOthers = task.steps().stream()
                .flatMap(step -> step.spec().dependsOn().stream())
                .collect(Collectors.toSet());
        List<String> answers = task.steps().stream()
                .filter(step -> !neededByOthers.contains(step.spec().name()))
                .flatMap(step -> of(step).stream())
                .toList();
        return Optional.of(String.join("\n\n", answers));
    }
}
