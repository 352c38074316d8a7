package dev.guildhall.persistence.task;

import dev.guildhall.ports.task.TaskId;
import java.util.List;

/** Where changes are told, when they are durable. Neither method blocks or throws. Thread-safe. */
interface QueueEvents {
    /** There may be something to claim, at this place of the queue or behind it. */
    void ready(long place);

    /** Tasks have ended, or attempts at them were taken away. */
    void ended(List<TaskId> ids);

    /** Tasks may have ended that are part of something. */
    void unprocessed();
}
