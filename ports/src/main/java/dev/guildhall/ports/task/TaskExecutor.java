package dev.guildhall.ports.task;

import dev.guildhall.ports.Caller;
import java.util.Map;

/**
 * Driven port: carries out tasks of one or more types. Blocks as long as the work takes. The node interrupts the thread
 * when the task was cancelled, its time to live has passed, or the node stops.
 */
public interface TaskExecutor {
    /** Whether it carries out tasks of the type. */
    boolean takes(TaskType type);

    /**
     * Carries a task out. This may be a further attempt: the task's identifier stays the same.
     *
     * @param owner the caller on whose behalf it runs
     * @return the output, by name
     * @throws dev.guildhall.ports.problem.Refusal when it cannot be done: with {@code TaskProblem.NotDone}, or another
     *     problem
     * @throws InterruptedException when the thread was interrupted
     */
    Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException;
}
