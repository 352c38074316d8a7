package dev.guildhall.app;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder of an installation, held by one process at a time, or by several that agreed to share it; the system lets go
 * of it however a process ends.
 */
final class DataDirectory implements AutoCloseable {
    private static final String LOCK = "guildhall.lock";
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int ATTEMPTS = 200;
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private final Path path;
    private final FileChannel channel;

    private DataDirectory(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Makes the folder where there is none, for its owner's eyes alone, and takes hold of it.
     *
     * @throws StartFailure when it cannot be made, is open to other users, or another process holds it
     */
    static DataDirectory hold(Path path) {
        return opened(path, channel -> tryLock(channel, false).isPresent());
    }

    /**
     * As {@link #hold}, together with other processes that share it.
     *
     * @param settle is done while nobody else holds it; who finds that others share it already relies on their having done
     *     so
     * @throws StartFailure also when a process that wants it for itself has it for longer than 10 s
     */
    static DataDirectory share(Path path, Runnable settle) {
        return opened(path, channel -> isShared(channel, settle));
    }

    /**
     * Checks a folder that nothing is kept in; one that does not exist is not made.
     *
     * @throws StartFailure when it is open to other users
     */
    static void check(Path path) {
        try {
            if (Files.exists(path)) {
                requirePrivate(path);
            }
        } catch (IOException unreadable) {
            throw unusable(path, unreadable);
        }
    }

    /** How a process takes hold of the folder; false when another keeps it from that. */
    private interface Locking {
        boolean isDone(FileChannel channel) throws IOException;
    }

    private static DataDirectory opened(Path path, Locking locking) {
        Closer failed = new Closer();
        try {
            make(path);
            requirePrivate(path);
            FileChannel channel = FileChannel.open(
                    path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            DataDirectory directory = failed.keep(new DataDirectory(path, channel));
            if (!locking.isDone(channel)) {
                throw new StartFailure("the data directory " + path + " is in use by another process");
            }
            return directory;
        } catch (IOException refused) {
            failed.close();
            throw unusable(path, refused);
        } catch (RuntimeException failure) {
            failed.close();
            throw failure;
        }
    }

    private static boolean isShared(FileChannel channel, Runnable settle) throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<FileLock> alone = tryLock(channel, false);
            if (alone.isPresent()) {
                try {
                    settle.run();
                } finally {
                    alone.get().release();
                }
            }
            if (tryLock(channel, true).isPresent()) {
                return true;
            }
            pause();
        }
        return false;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StartFailure("stopped while it waited for the data directory");
        }
    }

    Path path() {
        return path;
    }

    /**
     * Makes the folder where there is none, for its owner's eyes alone.
     *
     * @throws StartFailure when it cannot be made, or is open to other users
     */
    static void prepare(Path path) {
        try {
            make(path);
            requirePrivate(path);
        } catch (IOException unusable) {
            throw unusable(path, unusable);
        }
    }

    private static StartFailure unusable(Path path, IOException why) {
        return new StartFailure("the data directory " + path + " cannot be used: " + why.getMessage());
    }

    private static void make(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OWNERS));
        } else {
            Files.createDirectories(path);
        }
    }

    private static void requirePrivate(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
            if (!OWNERS.containsAll(permissions)) {
                throw new StartFailure("the data directory " + path + " is open to other users ("
                        + PosixFilePermissions.toString(permissions) + "): run chmod 700 " + path);
            }
        }
    }

    private static Optional<FileLock> tryLock(FileChannel channel, boolean isShared) throws IOException {
        try {
            @Nullable FileLock lock = channel.tryLock(0, Long.MAX_VALUE, isShared);
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
