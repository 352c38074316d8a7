package dev.guildhall.ports.file;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Sha256;
import java.time.Instant;

/**
 * A file of a user.
 *
 * @param id never changes
 * @param userId its owner
 * @param name the name that the user gave it
 * @param size in bytes
 * @param contentType a media type, detected from the content
 * @param sha256 the digest of the content
 * @param createdAt when it was uploaded
 */
public record StoredFile(
        FileId id, UserId userId, FileName name, long size, String contentType, Sha256 sha256, Instant createdAt) {}
