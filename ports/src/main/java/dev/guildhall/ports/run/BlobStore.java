package dev.guildhall.ports.run;

import dev.guildhall.ports.problem.Refusal;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Driven port: pictures and files of any size, identified by their digest. Content is written once and never changes.
 * Blocks. Thread-safe.
 */
public interface BlobStore {
    /**
     * Stores content. Content that is stored already is not written again, and counts as new for {@link #sweep}.
     *
     * @param most how many bytes it may have
     * @throws Refusal with nothing stored: with {@code CommonProblem.Invalid} when it has more; with
     *     {@code CommonProblem.Unavailable} when the storage has no space left
     */
    Blob put(InputStream content, long most);

    /** The content with that digest; empty when it is not stored. */
    Optional<Blob> find(Sha256 content);

    /** Opens the content for reading from its beginning; empty when it is not stored. The caller closes it. */
    Optional<InputStream> open(Sha256 content);

    /**
     * Stored content.
     *
     * @param content its digest
     * @param size in bytes
     */
    record Blob(Sha256 content, long size) {}

    /**
     * Removes content that is not in use.
     *
     * @param before removes only content that was last stored before this time
     * @param used returns the contents that are in use
     */
    void sweep(Instant before, UnaryOperator<Set<Sha256>> used);
}
