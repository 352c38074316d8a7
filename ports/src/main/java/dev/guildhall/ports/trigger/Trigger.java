package dev.guildhall.ports.trigger;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.start.Start;
import java.time.Instant;

/**
 * A trigger.
 *
 * @param id never changes
 * @param owner with whose rights it starts work
 * @param actor what it acts as; it ends with the API key with which it was made
 * @param name 1 to {@value Triggers#MAX_NAME} characters, one line
 * @param start what it starts; references to {@code trigger} in it are replaced by parts of the body of a call
 * @param address the last part of its address, which cannot be guessed
 * @param createdAt when it was made
 * @param updatedAt when its owner changed it last
 */
public record Trigger(
        TriggerId id,
        UserId owner,
        Actor actor,
        String name,
        Start start,
        String address,
        Instant createdAt,
        Instant updatedAt) {
    /** The user for whose limits it counts. */
    public UserId countsFor() {
        return actor.countsFor().orElse(owner);
    }
}
