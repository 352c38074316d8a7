package dev.guildhall.persistence.disk;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Stores each content in a file that is named by its digest, {@code ab/abcd…}. The store writes a temporary file,
 * forces it to the disk and gives it its name, so a file under its final name is complete. Nodes that share the directory
 * share the content.
 */
public final class DiskBlobStore implements BlobStore {
    private static final int BUFFER = 64 * 1024;
    /** The name of the directory for files that are being written or removed. */
    public static final String UNFINISHED = "unfinished";

    /** File systems keep at least milliseconds. */
    private static final Duration TICK = Duration.ofMillis(1);

    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");

    private final Path folder;
    private final InstantSource clock;
    private final FullDisk fullDisk;

    /**
     * Creates a store in a directory; the first write creates the directory.
     *
     * @param clock gives the time of the last use of a content
     */
    public DiskBlobStore(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
        this.fullDisk = new FullDisk(folder);
    }

    @Override
    public Written write(InputStream content, long most) {
        try {
            Path unfinished = Files.createTempFile(Files.createDirectories(folder.resolve(UNFINISHED)), "blob", "");
            try {
                Written written = finished(unfinished, content, most);
                fullDisk.written();
                return written;
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException failed) {
            throw fullDisk.translate(failed);
        }
    }

    private Written finished(Path unfinished, InputStream content, long most) throws IOException {
        MessageDigest digest = Sha256.start();
        long size = 0;
        byte[] buffer = new byte[BUFFER];
        try (OutputStream out = Files.newOutputStream(unfinished)) {
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                size += read;
                if (size > most) {
                    throw Refusal.invalid("content", "must not be longer than " + most + " bytes");
                }
                digest.update(buffer, 0, read);
                out.write(buffer, 0, read);
            }
        }
        Blob blob = new Blob(Sha256.of(digest, new byte[0]), size);
        Path place = place(blob.content());
        try {
            return new Written(blob, false, renewed(place));
        } catch (NoSuchFileException isNew) {
            try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
                file.force(true);
            }
            Instant at = dated(unfinished, clock.instant());
            Files.createDirectories(place.getParent());
            return named(blob, unfinished, at);
        }
    }

    /** Gives a file its final name. Another write of the content may have done so in the meantime. */
    private Written named(Blob blob, Path unfinished, Instant at) throws IOException {
        Path place = place(blob.content());
        try {
            Files.createLink(place, unfinished);
            return new Written(blob, true, at);
        } catch (FileAlreadyExistsException written) {
            return renewedOrMoved(blob, unfinished, at);
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE);
            return new Written(blob, false, at);
        }
    }

    private Written renewedOrMoved(Blob blob, Path unfinished, Instant at) throws IOException {
        Path place = place(blob.content());
        try {
            return new Written(blob, false, renewed(place));
        } catch (NoSuchFileException removed) {
            Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE);
            return new Written(blob, false, at);
        }
    }

    /** Dates a file later than it was, also when the clock is behind or has not moved on. */
    private Instant renewed(Path place) throws IOException {
        Instant before = Files.getLastModifiedTime(place).toInstant();
        Instant now = clock.instant();
        return dated(place, now.isAfter(before.plus(TICK)) ? now : before.plus(TICK));
    }

    /** Returns the time as the file system has it, which may be less exact. */
    private static Instant dated(Path file, Instant time) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(time));
        return Files.getLastModifiedTime(file).toInstant();
    }

    @Override
    public boolean undo(Written written) {
        Path place = place(written.blob().content());
        try {
            return written.isNew()
                    && Files.getLastModifiedTime(place).toInstant().equals(written.at())
                    && remove(place, folder.resolve(UNFINISHED), written.at()::equals);
        } catch (NoSuchFileException removed) {
            return true;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Path place(Sha256 content) {
        return folder.resolve(content.value().substring(0, 2)).resolve(content.value());
    }

    @Override
    public Optional<Blob> find(Sha256 content) {
        try {
            return Optional.of(new Blob(content, Files.size(place(content))));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public Optional<InputStream> open(Sha256 content) {
        try {
            return Optional.of(Files.newInputStream(place(content)));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Handles one subdirectory at a time, so that only a part of all names is in memory at once. Removes nothing while a
     * backup is made, or another node sweeps the directory: the next sweep does.
     */
    @Override
    public void sweep(Instant before, UnaryOperator<Set<Sha256>> used) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try {
            Optional<SweepLock> lock = SweepLock.forSweep(folder);
            if (lock.isPresent()) {
                try (SweepLock _ = lock.get()) {
                    sweepAll(before, used);
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void sweepAll(Instant before, UnaryOperator<Set<Sha256>> used) throws IOException {
        for (Path file : old(folder.resolve(UNFINISHED), before)) {
            Files.deleteIfExists(file);
        }
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "[0-9a-f][0-9a-f]")) {
            for (Path part : parts) {
                sweepPart(part, before, used);
            }
        }
    }

    private static List<Path> old(Path part, Instant before) throws IOException {
        List<Path> old = new ArrayList<>();
        if (Files.isDirectory(part)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(part)) {
                for (Path file : files) {
                    if (isOld(file, before)) {
                        old.add(file);
                    }
                }
            }
        }
        return old;
    }

    private static boolean isOld(Path file, Instant before) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(before);
        } catch (NoSuchFileException removed) {
            return false;
        }
    }

    private void sweepPart(Path part, Instant before, UnaryOperator<Set<Sha256>> used) throws IOException {
        Set<Sha256> old = old(part, before).stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> NAME.matcher(name).matches())
                .map(Sha256::new)
                .collect(Collectors.toSet());
        if (old.isEmpty()) {
            return;
        }
        Set<Sha256> inUse = used.apply(Set.copyOf(old));
        for (Sha256 content : old) {
            if (!inUse.contains(content)) {
                remove(place(content), folder.resolve(UNFINISHED), last -> last.isBefore(before));
            }
        }
    }

    /**
     * Moves the file away before it checks the file's time again. A concurrent {@link #put} either has renewed the time
     * already, and the file is moved back; or it does not find the file, and writes it again.
     */
    private static boolean remove(Path place, Path unfinished, Predicate<Instant> isUnused) throws IOException {
        Path removed = Files.createTempFile(Files.createDirectories(unfinished), "old", "");
        try {
            Files.move(place, removed, StandardCopyOption.ATOMIC_MOVE);
            boolean remains = !isUnused.test(Files.getLastModifiedTime(removed).toInstant());
            if (remains) {
                Files.move(removed, place, StandardCopyOption.ATOMIC_MOVE);
            }
            return !remains;
        } catch (NoSuchFileException removedByAnother) {
            // Another node that shares the directory has removed the file.
            return true;
        } finally {
            Files.deleteIfExists(removed);
        }
    }
}
