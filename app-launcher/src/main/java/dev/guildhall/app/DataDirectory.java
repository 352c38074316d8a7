package dev.guildhall.app;

import dev.guildhall.persistence.backup.DataFolder;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.persistence.folder.Folders;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory of an installation, locked by one process, or by several that share it. The operating system releases
 * the lock when a process ends, in whatever way.
 */
final class DataDirectory implements AutoCloseable {
    /** The directory for files that can be made again, such as the cache of classes. */
    static final String CACHE = "cache";

    private static final String LOCK = "guildhall.lock";
    private static final String LOST_AND_FOUND = "lost+found";
    private static final Set<String> OF_NO_INSTALLATION = Set.of(LOCK, CACHE, LOST_AND_FOUND);
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
     * Creates the directory if it does not exist, readable only for its owner, and locks it.
     *
     * @throws StartFailure when it cannot be created, is open to other users, or is locked by another process
     */
    static DataDirectory hold(Path path) {
        return tryHold(path).orElseThrow(() -> inUse(path));
    }

    /**
     * As {@link #hold}, but empty when another process has locked it.
     *
     * @throws StartFailure when it cannot be created or is open to other users
     */
    static Optional<DataDirectory> tryHold(Path path) {
        return opened(path, channel -> tryLock(channel, false).isPresent());
    }

    /**
     * As {@link #hold}, but shared with other processes.
     *
     * @param settle runs while no other process holds the lock; a process that finds the directory shared relies on
     *     another process having run it
     * @throws StartFailure also when a process holds the lock exclusively for longer than 10 s
     */
    static DataDirectory share(Path path, Runnable settle) {
        return opened(path, channel -> isShared(channel, settle)).orElseThrow(() -> inUse(path));
    }

    /**
     * Checks a directory in which nothing is stored; it is not created when it does not exist.
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

    private interface Locking {
        boolean isDone(FileChannel channel) throws IOException;
    }

    private static StartFailure inUse(Path path) {
        return new StartFailure("the data directory " + path + " is in use by another process");
    }

    private static Optional<DataDirectory> opened(Path path, Locking locking) {
        Closer failed = new Closer();
        try {
            make(path);
            requirePrivate(path);
            FileChannel channel = FileChannel.open(
                    path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            DataDirectory directory = failed.keep(new DataDirectory(path, channel));
            if (!locking.isDone(channel)) {
                failed.close();
                return Optional.empty();
            }
            if (DataFolder.isIncomplete(path)) {
                throw new StartFailure("a restore into the data directory " + path
                        + " was interrupted: delete everything in it, and restore the backup again");
            }
            return Optional.of(directory);
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
     * Refuses a directory with files of an installation.
     *
     * @throws StartFailure naming one of the files
     */
    void requireEmpty() {
        content().findFirst().ifPresent(file -> {
            throw new StartFailure("the data directory " + path + " is not empty: there is " + file);
        });
    }

    void clear() {
        for (Path file : content().toList()) {
            try {
                Folders.delete(file);
            } catch (IOException failed) {
                throw unusable(path, failed);
            }
        }
    }

    private Stream<Path> content() {
        try (Stream<Path> files = Files.list(path)) {
            return files
                    .filter(file ->
                            !OF_NO_INSTALLATION.contains(file.getFileName().toString()))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException failed) {
            throw unusable(path, failed);
        }
    }

    /** What a backup copies. */
    static DataFolder toBackUp(Path path) {
        return new DataFolder(
                path.toAbsolutePath(),
                List.of(UserFiles.FILES, TestRuns.CONTENT),
                Set.of(PostgresProcess.HOME, LOCK, CACHE, Storage.USAGE, TestRuns.TOOLS, LOST_AND_FOUND));
    }

    /**
     * Creates the directory if it does not exist, readable only for its owner.
     *
     * @throws StartFailure when it cannot be created, or is open to other users
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
