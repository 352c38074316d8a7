package dev.guildhall.core.task;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import java.util.List;

/** Fails the tasks whose time to live has passed. */
final class TtlEnforcement {
    private final TaskParts parts;

    TtlEnforcement(TaskParts parts) {
        this.parts = parts;
    }

    void run() {
        BatchedSweep.sweep(this::expire);
    }

    private int expire(int most) {
        List<TaskId> expired = parts.store().expire(TaskErrors.TIMEOUT, most);
        for (TaskId id : expired) {
            parts.stats().ended(new TaskState.Failed(TaskErrors.TIMEOUT));
            parts.watch().changed(id);
        }
        return expired.size();
    }
}
