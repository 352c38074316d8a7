package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.Id;

/**
 * Names one document of a collection, {@code doc_…}.
 *
 * @param value as {@link Id#value()}
 */
public record DocumentId(String value) implements Id {
    public DocumentId {
        Id.require("documentId", value);
    }
}
