package dev.guildhall.ports.task;

import dev.guildhall.ports.UserId;
import java.util.Optional;
import java.util.Set;

/**
 * Which tasks an external worker takes.
 *
 * @param owner the owner of the tasks; absent means all users
 * @param types the types of the tasks, at least one
 */
public record WorkerScope(Optional<UserId> owner, Set<TaskType> types) {
    public WorkerScope {
        types = Set.copyOf(types);
    }
}
