package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.Id;

/**
 * Names one collection of documents, {@code col_…}.
 *
 * @param value as {@link Id#value()}
 */
public record CollectionId(String value) implements Id {
    public CollectionId {
        Id.require("collectionId", value);
    }
}
