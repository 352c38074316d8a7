package dev.guildhall.ports.run;

import dev.guildhall.ports.problem.Refusal;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Driven port: pictures and files of any size, named by their content. Content is written once and never changes. Blocks.
 * Thread-safe.
 */
public interface BlobStore {
    /**
     * Keeps content. What is there already is not written again, and counts as new for {@link #sweep}.
     *
     * @param most how many bytes it may have
     * @throws Refusal with {@code CommonProblem.Invalid} when it has more; nothing is kept then
     */
    Blob put(InputStream content, long most);

    /** The content of that digest; empty when it is not kept. */
    Optional<Blob> find(Sha256 content);

    /** Opens the content for reading from its beginning; empty when it is not kept. The caller closes it. */
    Optional<InputStream> open(Sha256 content);

    /**
     * What is kept.
     *
     * @param content its digest
     * @param size in bytes
     */
    record Blob(Sha256 content, long size) {}

    /**
     * Removes content that is not in use.
     *
     * @param before only what was last put before this time
     * @param used tells which of some content is in use
     */
    void sweep(Instant before, UnaryOperator<Set<Sha256>> used);
}
