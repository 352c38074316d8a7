package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.config.DatabaseStartException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Prevents a second Guildhall from using a data folder. The operating system releases the lock when the process ends.
 * So a node that gets the lock knows that a PostgreSQL on the folder is orphaned and may be stopped.
 */
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    static FolderLock take(Path folder) {
        Path file = folder.resolve("lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new DatabaseStartException("another Guildhall is running on the data folder " + folder);
            }
            return new FolderLock(channel);
        } catch (IOException unusable) {
            throw new DatabaseStartException("cannot lock " + file + ": " + unusable.getMessage(), unusable);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // The operating system releases the lock when the process ends.
        }
    }
}
