package dev.guildhall.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Optional;

/**
 * The folder of this server's process for temporary files of runs, {@code <pid>-<start time>}: the name tells the servers
 * that come later whether the process still runs. Thread-safe.
 */
final class ServerProcess {
    private final Path parent;
    private final String name;

    ServerProcess(Path parent) {
        this.parent = parent;
        this.name = nameOf(ProcessHandle.current());
    }

    private static String nameOf(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** The folder, which is made when it is not there. */
    Path folder() throws IOException {
        return Files.createDirectories(parent.resolve(name));
    }

    /** Removes the folders of processes that do not run any more, and what still runs for them. */
    void sweep() {
        if (!Files.isDirectory(parent)) {
            return;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, Files::isDirectory)) {
            for (Path folder : folders) {
                if (!isLive(folder.getFileName().toString())) {
                    ProcessTree.killMarked(folder.toString());
                    delete(folder);
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static boolean isLive(String name) {
        Optional<ProcessHandle> process = Optional.of(name.split("-")[0])
                .filter(digits -> digits.matches("\\d{1,18}"))
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)));
        return process.filter(ProcessHandle::isAlive)
                .map(ServerProcess::nameOf)
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
