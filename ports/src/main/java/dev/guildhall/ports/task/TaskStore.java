package dev.guildhall.ports.task;

import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.util.Collection;

/** Driven port: all that an installation keeps of its tasks. */
public interface TaskStore extends TaskQueue, TaskLeases, TaskMaintenance, TaskArchive, UserData {
    /** Removes all tasks of an owner that have not ended; the limits of the queue bound their number. */
    void removeUnended(UserId owner);

    /** Removes tasks in whatever state they are; those that do not exist are left out. */
    void remove(Collection<TaskId> ids);
}
