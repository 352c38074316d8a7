package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Stores the screenshots and files of a run up to limits, and reports the omitted ones. Used by one thread. */
final class RunContent {
    /**
     * Limits of the stored content.
     *
     * @param file the largest size of a screenshot or file, in bytes
     * @param run the largest size of all of them, in bytes
     * @param files the largest number of screenshots and files
     */
    record Bounds(long file, long run, int files) {
        /** 512 MiB for a file, 4 GiB and 5,000 files for a run. */
        static final Bounds DEFAULT = new Bounds(512L * 1024 * 1024, 4L * 1024 * 1024 * 1024, 5_000);
    }

    private final BlobStore blobs;
    private final Bounds bounds;
    private final Consumer<String> leftOut;
    private final Set<String> told = new HashSet<>();
    private long bytes;
    private int files;

    /**
     * Stores nothing yet.
     *
     * @param leftOut is called once with each reason why something is omitted
     */
    RunContent(BlobStore blobs, Bounds bounds, Consumer<String> leftOut) {
        this.blobs = blobs;
        this.bounds = bounds;
        this.leftOut = leftOut;
    }

    /**
     * Stores a file; empty when a limit is reached.
     *
     * @param change of its content
     */
    Optional<BlobStore.Blob> keep(Path file, UnaryOperator<InputStream> change) throws IOException {
        return keep(file, change, bounds.file());
    }

    /** Stores a file of at most so many bytes; empty when a limit is reached. */
    Optional<BlobStore.Blob> keep(Path file, UnaryOperator<InputStream> change, long most) throws IOException {
        if (files == bounds.files()) {
            return without("pictures and files beyond the first " + bounds.files() + " of the run are not kept");
        }
        long left = bounds.run() - bytes;
        try (InputStream content = change.apply(Files.newInputStream(file))) {
            BlobStore.Blob kept = blobs.put(content, Math.min(left, most));
            bytes += kept.size();
            files++;
            return Optional.of(kept);
        } catch (Refusal refused) {
            if (refused.isOutage()) {
                throw refused;
            }
            return left < most
                    ? without("pictures and files beyond " + bounds.run() + " bytes of the run are not kept")
                    : without(file.getFileName() + " has more than " + most + " bytes and is not kept");
        }
    }

    private Optional<BlobStore.Blob> without(String why) {
        if (told.size() < bounds.files() && told.add(why)) {
            leftOut.accept("[" + why + "]\n");
        }
        return Optional.empty();
    }
}
