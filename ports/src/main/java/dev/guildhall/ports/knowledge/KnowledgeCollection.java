package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.Audience;
import java.time.Instant;
import java.util.Optional;

/**
 * A collection of documents.
 *
 * @param id never changes
 * @param owner the user who made it, and who alone changes it
 * @param countsFor the user for whose limits it counts instead (general-24); absent means its owner
 * @param name as {@link NewCollection#name()}
 * @param description as {@link NewCollection#description()}
 * @param audience who reads it beside its owner
 * @param documents how many documents it has, in whatever state
 * @param createdAt when it was made
 * @param updatedAt when it was changed last, its documents apart
 */
public record KnowledgeCollection(
        CollectionId id,
        UserId owner,
        Optional<UserId> countsFor,
        String name,
        String description,
        Audience audience,
        int documents,
        Instant createdAt,
        Instant updatedAt) {
    /** The same collection, as its owner describes it now. */
    public KnowledgeCollection described(NewCollection now, Instant at) {
        return new KnowledgeCollection(
                id, owner, countsFor, now.name(), now.description(), now.audience(), documents, createdAt, at);
    }

    /** The same collection, which counts for its owner. */
    public KnowledgeCollection countingForOwner() {
        return new KnowledgeCollection(
                id, owner, Optional.empty(), name, description, audience, documents, createdAt, updatedAt);
    }
}
