package dev.guildhall.app;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The folder of an installation, held by one process at a time; the system lets go of it however the process ends. */
final class DataDirectory implements AutoCloseable {
    private static final String LOCK = "guildhall.lock";

    private final Path path;
    private final FileChannel channel;

    private DataDirectory(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Makes the folder where there is none, for its owner's eyes alone, and takes hold of it.
     *
     * @throws StartFailure when it cannot be made, or another process holds it
     */
    static DataDirectory hold(Path path) {
        try {
            make(path);
            FileChannel channel =
                    FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel).isEmpty()) {
                channel.close();
                throw new StartFailure("the data directory " + path + " is in use by another process");
            }
            return new DataDirectory(path, channel);
        } catch (IOException refused) {
            throw new StartFailure("the data directory " + path + " cannot be used: " + refused.getMessage());
        }
    }

    Path path() {
        return path;
    }

    private static void make(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(path);
        }
    }

    private static Optional<FileLock> tryLock(FileChannel channel) throws IOException {
        try {
            @Nullable FileLock lock = channel.tryLock();
            return Optional.ofNullable(lock);
        } catch (OverlappingFileLockException heldByThisProcess) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException gone) {
            throw new IllegalStateException("the lock of " + path + " cannot be given back", gone);
        }
    }
}
