package dev.guildhall.ports.task;

import dev.guildhall.ports.Caller;
import java.util.Map;

/**
 * Driven port: carries out tasks of one or more kinds. Blocks as long as the work takes; interrupting the thread ends
 * it: the task was cancelled, its time is over, or the node stops. Thread-safe.
 */
public interface TaskExecutor {
    /** Whether it carries out tasks of that kind. */
    boolean takes(TaskType type);

    /**
     * Carries a task out. It may be the second time: the task's identifier is the key that tells.
     *
     * @param owner on whose behalf
     * @return what came of it
     * @throws dev.guildhall.ports.problem.Refusal when it cannot be done: with {@code TaskProblem.NotDone}, or another problem
     * @throws InterruptedException when the thread was interrupted
     */
    Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException;
}
