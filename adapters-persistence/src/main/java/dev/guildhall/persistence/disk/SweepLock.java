package dev.guildhall.persistence.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a store's directory that decides whether content may be removed: a sweep holds it exclusively, a backup
 * shares it. So everything that a snapshot of the database refers to exists until the backup has copied it. The
 * operating system releases the lock when a process ends.
 */
public final class SweepLock implements AutoCloseable {
    /** The name of the lock's file in the store's directory. */
    public static final String NAME = "sweep.lock";

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int ATTEMPTS = 1200;

    private final FileChannel channel;

    private SweepLock(FileChannel channel) {
        this.channel = channel;
    }

    /** For a sweep; empty while a backup or another sweep holds the lock. */
    static Optional<SweepLock> forSweep(Path folder) throws IOException {
        return lock(folder, false);
    }

    /**
     * Prevents sweeps until it is closed; waits up to a minute for a sweep that is in progress.
     *
     * @throws IOException also when a sweep takes longer
     */
    public static SweepLock forBackup(Path folder) throws IOException, InterruptedException {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<SweepLock> shared = lock(folder, true);
            if (shared.isPresent()) {
                return shared.get();
            }
            Thread.sleep(PAUSE);
        }
        throw new IOException("a sweep of " + folder + " does not end");
    }

    private static Optional<SweepLock> lock(Path folder, boolean isShared) throws IOException {
        FileChannel channel = FileChannel.open(
                folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (isLocked(channel, isShared)) {
            return Optional.of(new SweepLock(channel));
        }
        channel.close();
        return Optional.empty();
    }

    private static boolean isLocked(FileChannel channel, boolean isShared) throws IOException {
        try {
            @Nullable FileLock lock = channel.tryLock(0, Long.MAX_VALUE, isShared);
            return lock != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
