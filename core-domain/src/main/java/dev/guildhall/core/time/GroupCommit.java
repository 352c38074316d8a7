package dev.guildhall.core.time;

import dev.guildhall.ports.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes changes in groups: a change after a quiet time at once, and the changes of the following pause in one write. One
 * thread at a time writes.
 */
public final class GroupCommit {
    private final String name;
    private final Ticker ticker;
    private final Duration pause;
    private final Changes changes;
    private final AtomicBoolean writing = new AtomicBoolean();
    private volatile boolean closed;

    /** What was changed and is not written yet. */
    public interface Changes {
        boolean isEmpty();

        /** Writes them; those that cannot be written stay, and are written after the next pause. Must not throw. */
        void write();
    }

    /**
     * Writes the changes.
     *
     * @param name of the writing thread
     */
    public GroupCommit(String name, Ticker ticker, Duration pause, Changes changes) {
        this.name = name;
        this.ticker = ticker;
        this.pause = pause;
        this.changes = changes;
    }

    /** There is a change: it is written soon. Does not block. */
    public void writeSoon() {
        if (writing.compareAndSet(false, true)) {
            Thread.ofVirtual().name(name).start(this::writeAll);
        }
    }

    private void writeAll() {
        try {
            do {
                changes.write();
                ticker.pause(pause);
            } while (!changes.isEmpty() && !closed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            writing.set(false);
        }
        if (!changes.isEmpty() && !closed) {
            writeSoon();
        }
    }

    /** From now on changes are written at most once more. */
    public void close() {
        closed = true;
    }
}
