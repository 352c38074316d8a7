package dev.guildhall.ports.run;

import dev.guildhall.ports.problem.Refusal;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Driven port: screenshots and files of any size, identified by their digest. Content is written once and never changes.
 * Blocks.
 */
public interface BlobStore {
    /**
     * Stores content. Content that is stored already is not written again, and counts as new for {@link #sweep}.
     *
     * @param most how many bytes it may have
     * @throws Refusal with nothing stored: with {@code CommonProblem.Invalid} when it has more; with
     *     {@code CommonProblem.Unavailable} when the storage has no space left
     */
    default Blob put(InputStream content, long most) {
        return write(content, most).blob();
    }

    /**
     * Stores content as {@link #put} does, so that {@link #undo} can remove it again.
     *
     * @throws Refusal as {@link #put} does
     */
    Written write(InputStream content, long most);

    /**
     * What a write has done.
     *
     * @param isNew whether the content was not stored before
     * @param at the time of the write, which differs from that of every other write of the content
     */
    record Written(Blob blob, boolean isNew, Instant at) {}

    /**
     * Removes content that a write has stored as new, unless it was stored again since. Only for content that nothing
     * uses.
     *
     * @return whether it was removed
     */
    boolean undo(Written written);

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
