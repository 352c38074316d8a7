package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.run.Sha256;
import java.time.Instant;
import java.util.Optional;

/**
 * A document of a collection.
 *
 * @param id never changes
 * @param collection its collection
 * @param owner the owner of the collection
 * @param countsFor the user for whose limits it counts instead (general-24); absent means its owner
 * @param name the name of its file
 * @param size in bytes
 * @param contentType a media type, detected from the content
 * @param sha256 the digest of the content
 * @param status how far its indexing is
 * @param error why it could not be read, in one sentence; absent unless it has failed
 * @param pages how many pages were read, 0 or more; 0 for documents without pages
 * @param passages how many passages it has, 0 or more
 * @param embedded how many of them are found by their meaning, 0 to {@code passages}
 * @param createdAt when it was added
 */
public record Document(
        DocumentId id,
        CollectionId collection,
        UserId owner,
        Optional<UserId> countsFor,
        FileName name,
        long size,
        String contentType,
        Sha256 sha256,
        DocumentStatus status,
        Optional<String> error,
        int pages,
        int passages,
        int embedded,
        Instant createdAt) {
    /** The most characters of {@code error}. */
    public static final int MAX_ERROR = 500;
}
