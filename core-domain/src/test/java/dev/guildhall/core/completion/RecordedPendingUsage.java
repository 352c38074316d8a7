package dev.guildhall.core.completion;

import dev.guildhall.ports.usage.PendingUsage;
import dev.guildhall.ports.usage.UsageEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A write-ahead log in memory that fails on demand, with entries that ended processes have left. */
final class RecordedPendingUsage implements PendingUsage {
    private final List<UsageEntry> waiting = new CopyOnWriteArrayList<>();
    private final Queue<List<UsageEntry>> left = new ArrayDeque<>();
    private volatile boolean failing;
    private volatile boolean forgetting = true;

    void fails() {
        failing = true;
    }

    void recovers() {
        failing = false;
    }

    /** It can be read, but not written. */
    void failsToForget() {
        forgetting = false;
    }

    /** Adds the entries of an ended process. */
    void leave(List<UsageEntry> entries) {
        left.add(entries);
        waiting.addAll(entries);
    }

    /** Those that no process has stored. */
    List<UsageEntry> waiting() {
        return List.copyOf(waiting);
    }

    private void requireSpace() {
        require(!failing);
    }

    private static void require(boolean works) {
        if (!works) {
            throw new UncheckedIOException(new IOException("the disk is full"));
        }
    }

    @Override
    public void append(UsageEntry entry) {
        requireSpace();
        waiting.add(entry);
    }

    @Override
    public void forget(List<UsageEntry> stored) {
        require(!failing && forgetting);
        waiting.removeAll(stored);
    }

    @Override
    public List<UsageEntry> recover() {
        requireSpace();
        return left.isEmpty() ? List.of() : left.remove();
    }
}
