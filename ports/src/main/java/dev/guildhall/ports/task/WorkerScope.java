package dev.guildhall.ports.task;

import dev.guildhall.ports.UserId;
import java.util.Optional;
import java.util.Set;

/**
 * Which tasks a worker outside takes.
 *
 * @param owner whose; absent means everybody's
 * @param types of which kinds, at least one
 */
public record WorkerScope(Optional<UserId> owner, Set<TaskType> types) {
    public WorkerScope {
        types = Set.copyOf(types);
    }
}
