package dev.guildhall.integrations.playwright;

import dev.guildhall.integrations.process.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The folder of this server's process for temporary files of runs, {@code <pid>-<start time>}: from the name, later
 * servers know whether the process still runs.
 */
public final class ServerFolder {
    private static final Logger LOG = System.getLogger(ServerFolder.class.getName());
    private static final FileAttribute<?> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path parent;
    private final String name;
    private final AtomicInteger runs = new AtomicInteger();

    /**
     * Creates the folder below another.
     *
     * @param parent the folder for every server of this user on this machine; a short path
     */
    public ServerFolder(Path parent) {
        this.parent = parent.toAbsolutePath().normalize();
        this.name = nameOf(ProcessHandle.current());
    }

    private static String nameOf(ProcessHandle process) {
        long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return process.pid() + "-" + Long.toString(start, Character.MAX_RADIX);
    }

    /**
     * A new folder for a run. Its path is short, since browsers create sockets in it, whose paths may have 107 bytes.
     */
    Path newFolder() throws IOException {
        Files.createDirectories(parent, OWN);
        Path place = Files.createDirectories(parent.resolve(name), OWN);
        return Files.createDirectory(place.resolve(Integer.toString(runs.incrementAndGet(), Character.MAX_RADIX)), OWN);
    }

    /** Deletes this server's folder at its stop; the next server deletes the files of a run that has not ended. */
    void leave() {
        try {
            Files.deleteIfExists(parent.resolve(name));
        } catch (IOException kept) {
            LOG.log(Level.WARNING, "the folder of this server is left to the next one: {0}", kept.toString());
        }
    }

    /** Deletes the folders of processes that have ended, and kills the processes that still run for them. */
    void sweep() {
        if (!Files.isDirectory(parent)) {
            return;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, Files::isDirectory)) {
            for (Path folder : folders) {
                if (!isLive(folder.getFileName().toString())) {
                    sweep(folder);
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Deletes a folder; a failure does not prevent the deletion of the other folders. */
    private static void sweep(Path folder) {
        ProcessTree.kill(RunFolder.mark(folder));
        try {
            delete(folder);
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "the folder of a former server was not deleted: {0}", failed.toString());
        }
    }

    /** The folder for every server of this user on this machine. */
    Path parent() {
        return parent;
    }

    String name() {
        return name;
    }

    /** Whether the process with that folder name still runs. */
    static boolean isLive(String name) {
        Optional<ProcessHandle> process = Optional.of(name.split("-")[0])
                .filter(digits -> digits.matches("\\d{1,18}"))
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)));
        return process.filter(ProcessHandle::isAlive)
                .map(ServerFolder::nameOf)
                .filter(name::equals)
                .isPresent();
    }

    /** Deletes a folder with all that is in it; links are deleted, not followed. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
