package dev.guildhall.persistence.disk;

import dev.guildhall.persistence.folder.PrivateFile;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageEntryId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A file of usage entries, one in a line, that this process has locked. The operating system releases the lock when the
 * process ends; only the process that holds the lock deletes the file. A channel would close the file when a thread that
 * writes is interrupted, so this writes without one. Not thread-safe.
 */
final class UsageFile implements AutoCloseable {
    static final String SUFFIX = ".jsonl";

    private static final Logger LOG = System.getLogger(UsageFile.class.getName());
    private static final int ATTEMPTS = 3;

    /**
     * Those that this process has locked, in whatever object. It must not open them again: closing any descriptor of a
     * file releases the process's lock of it.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final RandomAccessFile content;
    private final Set<UsageEntryId> waiting = new HashSet<>();
    private long size;

    private UsageFile(Path path, RandomAccessFile content) {
        this.path = path;
        this.content = content;
    }

    /** Creates a file in a directory that exists. A recovery that finds it before it is locked may delete it. */
    static UsageFile create(Path folder) throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            Path path = Files.createFile(folder.resolve(UUID.randomUUID() + SUFFIX), PrivateFile.OWNER_ONLY);
            Optional<UsageFile> created = lock(path);
            if (created.isPresent()) {
                return created.get();
            }
        }
        throw new IOException("no file in " + folder + " can be locked");
    }

    /** Locks a file; empty when it is locked, by this or another process, or has been deleted. */
    static Optional<UsageFile> lock(Path path) throws IOException {
        if (!HELD.add(path)) {
            return Optional.empty();
        }
        Optional<UsageFile> locked = Optional.empty();
        try {
            locked = opened(path);
            return locked;
        } finally {
            if (locked.isEmpty()) {
                HELD.remove(path);
            }
        }
    }

    private static Optional<UsageFile> opened(Path path) throws IOException {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        RandomAccessFile content = new RandomAccessFile(path.toFile(), "rw");
        boolean isLocked = false;
        try {
            @Nullable FileLock lock = content.getChannel().tryLock();
            isLocked = lock != null && Files.exists(path);
            return isLocked ? Optional.of(new UsageFile(path, content)) : Optional.empty();
        } finally {
            if (!isLocked) {
                content.close();
            }
        }
    }

    /** Reads the entries of an ended process, which then wait. A process that was killed may have cut its last line. */
    List<UsageEntry> read() throws IOException {
        byte[] bytes = new byte[Math.toIntExact(content.length())];
        content.readFully(bytes);
        size = bytes.length;
        List<UsageEntry> entries = new ArrayList<>();
        int unreadable = 0;
        for (String line : new String(bytes, StandardCharsets.US_ASCII).lines().toList()) {
            try {
                entries.add(UsageEntryJson.read(line));
            } catch (RuntimeException cut) {
                LOG.log(Level.DEBUG, "a line is no entry of usage", cut);
                unreadable++;
            }
        }
        if (unreadable > 0) {
            LOG.log(Level.WARNING, "{0} lines of {1} are cut, their usage is not counted", unreadable, path);
        }
        entries.forEach(entry -> waiting.add(entry.id()));
        return entries;
    }

    /** After a failure the file has what it had before, or a cut line at the end, which the next one overwrites. */
    void append(UsageEntryId id, byte[] line) throws IOException {
        content.seek(size);
        content.write(line);
        size += line.length;
        waiting.add(id);
    }

    void forget(List<UsageEntry> stored) {
        stored.forEach(entry -> waiting.remove(entry.id()));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** In bytes, with the entries that do not wait any more. */
    long size() {
        return size;
    }

    void truncate() throws IOException {
        if (size > 0) {
            content.setLength(0);
            size = 0;
        }
    }

    /** Deletes the file before it releases the lock, so that no other process can lock it in between. */
    void delete() throws IOException {
        try {
            Files.deleteIfExists(path);
        } finally {
            close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            content.close();
        } finally {
            HELD.remove(path);
        }
    }
}
