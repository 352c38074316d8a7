package dev.guildhall.ports.schedule;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A schedule.
 *
 * @param id never changes
 * @param owner with whose rights it starts work
 * @param actor what it acts as; it ends with the API key with which it was made
 * @param definition what its owner decided
 * @param anchor the time from which intervals count
 * @param nextAt the next due time; absent when there is none, or it is not enabled
 * @param createdAt when it was made
 * @param updatedAt when its owner changed it last
 */
public record Schedule(
        ScheduleId id,
        UserId owner,
        Actor actor,
        ScheduleDefinition definition,
        Instant anchor,
        Optional<Instant> nextAt,
        Instant createdAt,
        Instant updatedAt) {
    /** The user for whose limits it counts. */
    public UserId countsFor() {
        return actor.countsFor().orElse(owner);
    }
}
