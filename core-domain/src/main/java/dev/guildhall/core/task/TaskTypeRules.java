package dev.guildhall.core.task;

import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import java.util.List;

/**
 * The types of tasks that a core takes (tasks-37), and when their tasks are tried again.
 *
 * @param executors of the program, beside its handlers
 */
public record TaskTypeRules(TaskHandlers handlers, List<TaskExecutor> executors, UnknownTaskTypes unknown) {
    public TaskTypeRules {
        executors = List.copyOf(executors);
    }

    /** @throws Refusal with {@code TaskProblem.UnknownType} when no handler or executor takes the type */
    public void requireKnown(TaskType type) {
        boolean isKnown = unknown == UnknownTaskTypes.AGENT
                || TaskTypes.BUILT_IN.contains(type)
                || handlers.takes(type)
                || executors.stream().anyMatch(executor -> executor.takes(type));
        if (!isKnown) {
            throw new Refusal(new TaskProblem.UnknownType(type.value()));
        }
    }

    /** The task with the rule of its type, unless it has one. */
    public TaskSpec ruled(TaskSpec spec) {
        return spec.withUsual(handlers.retry(spec.type()));
    }
}
