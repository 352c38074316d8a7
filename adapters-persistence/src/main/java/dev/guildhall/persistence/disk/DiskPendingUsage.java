package dev.guildhall.persistence.disk;

import dev.guildhall.persistence.folder.PrivateFile;
import dev.guildhall.ports.usage.PendingUsage;
import dev.guildhall.ports.usage.UsageEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The write-ahead log of usage in a directory that several processes may share. Each process appends to a file of its
 * own, which it has locked; a process that can lock another file recovers it. A write reaches the page cache of the operating
 * system, which outlives the process, and is not forced to the disk. A file none of whose entries waits is truncated; one
 * that has reached its bound is followed by another, and deleted when its entries are stored. So the log does not grow
 * with time.
 */
public final class DiskPendingUsage implements PendingUsage, AutoCloseable {
    /** From this size on, in bytes, a file gets no further entries. */
    static final long MOST_BYTES = 8L << 20;

    private static final Logger LOG = System.getLogger(DiskPendingUsage.class.getName());

    private final Path folder;
    private final long mostBytes;
    private final ReentrantLock changing = new ReentrantLock();

    /** Those that have entries, of this process and recovered ones, and the current one. */
    private final List<UsageFile> files = new ArrayList<>();

    private final Set<Path> unreadable = new HashSet<>();
    private Optional<UsageFile> current = Optional.empty();
    private boolean closed;

    /** The first entry creates the directory, with access for its owner only. */
    public DiskPendingUsage(Path folder) {
        this(folder, MOST_BYTES);
    }

    DiskPendingUsage(Path folder, long mostBytes) {
        this.folder = folder.toAbsolutePath().normalize();
        this.mostBytes = mostBytes;
    }

    private interface Change<T> {
        T apply() throws IOException;
    }

    private interface Work {
        void run() throws IOException;
    }

    private void change(Work work) {
        changed(() -> {
            work.run();
            return Optional.empty();
        });
    }

    private <T> T changed(Change<T> change) {
        changing.lock();
        try {
            return change.apply();
        } catch (IOException failure) {
            throw new UncheckedIOException("the log of usage in " + folder + " failed: " + failure, failure);
        } finally {
            changing.unlock();
        }
    }

    @Override
    public void append(UsageEntry entry) {
        byte[] line = (UsageEntryJson.write(entry) + "\n").getBytes(StandardCharsets.US_ASCII);
        change(() -> writable().append(entry.id(), line));
    }

    private UsageFile writable() throws IOException {
        if (closed) {
            throw new IOException("it is closed");
        }
        if (current.isEmpty() || current.get().size() >= mostBytes) {
            PrivateFile.createFolder(folder);
            UsageFile next = UsageFile.create(folder);
            files.add(next);
            current = Optional.of(next);
        }
        return current.get();
    }

    @Override
    public void forget(List<UsageEntry> stored) {
        change(() -> {
            files.forEach(file -> file.forget(stored));
            removeEmpty();
        });
    }

    private void removeEmpty() throws IOException {
        for (Iterator<UsageFile> each = files.iterator(); each.hasNext(); ) {
            UsageFile file = each.next();
            if (file.isEmpty() && isCurrent(file)) {
                file.truncate();
            } else if (file.isEmpty()) {
                each.remove();
                file.delete();
            }
        }
    }

    private boolean isCurrent(UsageFile file) {
        return current.filter(file::equals).isPresent();
    }

    @Override
    public List<UsageEntry> recover() {
        return changed(() -> {
            if (closed || !Files.isDirectory(folder)) {
                return List.of();
            }
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*" + UsageFile.SUFFIX)) {
                for (Path path : found) {
                    List<UsageEntry> entries = unreadable.contains(path) ? List.of() : recover(path);
                    if (!entries.isEmpty()) {
                        return entries;
                    }
                }
            }
            return List.of();
        });
    }

    /** A file that cannot be read does not prevent the recovery of others. */
    private List<UsageEntry> recover(Path path) {
        try {
            Optional<UsageFile> left = UsageFile.lock(path);
            return left.isPresent() ? entries(left.get()) : List.of();
        } catch (IOException failure) {
            unreadable.add(path);
            LOG.log(Level.ERROR, "usage in " + path + " cannot be recovered until the next start", failure);
            return List.of();
        }
    }

    private List<UsageEntry> entries(UsageFile file) throws IOException {
        try {
            List<UsageEntry> entries = file.read();
            if (entries.isEmpty()) {
                file.delete();
            } else {
                files.add(file);
            }
            return entries;
        } catch (IOException failure) {
            file.close();
            throw failure;
        }
    }

    /** Releases the files; entries that have not been stored can be recovered from then on. */
    @Override
    public void close() {
        change(() -> {
            closed = true;
            current = Optional.empty();
            removeEmpty();
            for (UsageFile file : files) {
                file.close();
            }
            files.clear();
        });
    }
}
