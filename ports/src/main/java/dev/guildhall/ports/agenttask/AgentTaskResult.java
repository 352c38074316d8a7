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

/** What tasks of the agent service, and their steps, have brought in words. Pure. */
public interface AgentTaskResult {
    /** The entry of an agent's output that is its answer (contract 6). */
    String ANSWER = "result";

    /** What a step has brought; empty while it has not completed, and for an output without an answer in words. */
    static Optional<String> of(WorkflowStep step) {
        return step.endedTask()
                .map(Task::state)
                .flatMap(state -> state instanceof TaskState.Completed(Map<String, Object> output)
                                && output.get(ANSWER) instanceof String answer
                        ? Optional.of(answer)
                        : Optional.empty());
    }

    /**
     * What the whole has brought: the answers of the steps that no other depends on, in their order, with an empty line
     * between two. Empty while it has not completed.
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
