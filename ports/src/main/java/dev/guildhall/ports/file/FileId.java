package dev.guildhall.ports.file;

import dev.guildhall.ports.Id;

/**
 * Identifies one file, {@code file_…}.
 *
 * @param value as {@link Id#value()}
 */
public record FileId(String value) implements Id {
    public FileId {
        Id.require("fileId", value);
    }
}
