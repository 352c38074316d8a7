package dev.guildhall.ports.assistant;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * One version of an assistant.
 *
 * @param id never changes
 * @param version 1 for the first version, one more after each change
 * @param owner the user who made it
 * @param countsFor the user for whose limits it counts instead of the owner (general-24); absent means the owner
 * @param definition what its maker says about it
 * @param createdAt when the first version was stored
 * @param updatedAt when this version was stored
 */
public record Assistant(
        AssistantId id,
        int version,
        UserId owner,
        Optional<UserId> countsFor,
        AssistantDefinition definition,
        Instant createdAt,
        Instant updatedAt) {
    /** Names this version. */
    public AssistantVersion asVersion() {
        return new AssistantVersion(id, version);
    }

    /** The next version. */
    public Assistant next(AssistantDefinition changed, Instant now) {
        return new Assistant(id, version + 1, owner, countsFor, changed, createdAt, now);
    }

    /** The same assistant, which only its owner sees. */
    public Assistant unshared() {
        return new Assistant(id, version, owner, countsFor, definition.unshared(), createdAt, updatedAt);
    }

    /** The same assistant, which counts for its owner. */
    public Assistant countingForOwner() {
        return new Assistant(id, version, owner, Optional.empty(), definition, createdAt, updatedAt);
    }
}
