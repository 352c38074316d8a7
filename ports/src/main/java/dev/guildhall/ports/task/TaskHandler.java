package dev.guildhall.ports.task;

import dev.guildhall.ports.Caller;
import java.util.Map;

/** Does the work of the tasks of one type, in the program that embeds the core. */
@FunctionalInterface
public interface TaskHandler {
    /**
     * Does the work of a task. This may be a further attempt: the task's identifier stays the same. The core interrupts
     * the thread when the task was cancelled, its time to live has passed, or the core closes.
     *
     * @param owner the user for whom it runs
     * @return the output, JSON values by name, at most 1 MiB as JSON
     * @throws Exception when the work failed: the task is tried again when its rule says so. The owner of the task does
     *     not see the message, unless it is a {@link dev.guildhall.ports.problem.Refusal}.
     */
    Map<String, ?> handle(Caller.User owner, Task task) throws Exception;
}
