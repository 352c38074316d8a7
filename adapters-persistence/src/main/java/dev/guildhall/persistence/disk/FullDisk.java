package dev.guildhall.persistence.disk;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Distinguishes a full disk from other failures of a write. The caller gets a refusal for a full disk; the log gets a
 * line when the disk becomes full, and one when a write succeeds again.
 */
final class FullDisk {
    private static final System.Logger LOG = System.getLogger(FullDisk.class.getName());
    private static final int MAX_CAUSES = 20;
    /** What the operating system says: the JDK has no type for either. */
    private static final List<String> REASONS = List.of("No space left on device", "Disk quota exceeded");

    private static final CommonProblem.Unavailable FULL = CommonProblem.Unavailable.full("storage of files");

    private final Path folder;
    private final AtomicBoolean full = new AtomicBoolean();

    FullDisk(Path folder) {
        this.folder = folder;
    }

    /** The exception that the caller of a store gets. */
    RuntimeException translate(IOException failure) {
        if (!isOne(failure)) {
            return new UncheckedIOException(failure);
        }
        if (full.compareAndSet(false, true)) {
            LOG.log(Level.ERROR, "no space is left in " + folder + ": files are refused until there is", failure);
        }
        return new Refusal(FULL);
    }

    /** A write has succeeded. */
    void written() {
        if (full.compareAndSet(true, false)) {
            LOG.log(Level.INFO, "there is space again in {0}", folder);
        }
    }

    private boolean isOne(IOException failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            String message = String.valueOf(cause.getMessage());
            if (REASONS.stream().anyMatch(message::contains)) {
                return true;
            }
            cause = cause.getCause();
        }
        return hasNoSpace();
    }

    /** In another language the operating system's message is another one. */
    private boolean hasNoSpace() {
        try {
            return Files.getFileStore(folder).getUsableSpace() == 0;
        } catch (IOException unknown) {
            LOG.log(Level.DEBUG, "the free space is unknown", unknown);
            return false;
        }
    }
}
