package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.group.Audience;
import java.util.Optional;

/**
 * A partial update of a collection; what is absent stays as it is.
 *
 * @param name as {@link NewCollection#name()}
 * @param description as {@link NewCollection#description()}; empty text removes it
 * @param audience who reads it from now on
 */
public record CollectionChange(Optional<String> name, Optional<String> description, Optional<Audience> audience) {
    /** What the collection says after the change. */
    public NewCollection applyTo(KnowledgeCollection before) {
        return new NewCollection(
                name.orElse(before.name()),
                description.orElse(before.description()),
                audience.orElse(before.audience()));
    }
}
