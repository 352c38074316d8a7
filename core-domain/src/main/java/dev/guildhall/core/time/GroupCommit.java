package dev.guildhall.core.time;

import dev.guildhall.ports.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Writes changes in groups: a change after a quiet time at once, and the changes of the following pause in one write. One
 * thread at a time writes.
 */
public final class GroupCommit {
    private final String name;
    private final Threads threads;
    private final Ticker ticker;
    private final Duration pause;
    private final BooleanSupplier isEmpty;
    private final Runnable write;
    private final AtomicBoolean writing = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * Writes the changes.
     *
     * @param name of the writing thread
     * @param threads whether there is a thread: where callers run all work, each change is written at once
     * @param isEmpty whether no change waits to be written
     * @param write writes the changes; those that cannot be written stay, and are written after the next pause. Must not
     *     throw
     */
    public GroupCommit(
            String name, Threads threads, Ticker ticker, Duration pause, BooleanSupplier isEmpty, Runnable write) {
        this.name = name;
        this.threads = threads;
        this.ticker = ticker;
        this.pause = pause;
        this.isEmpty = isEmpty;
        this.write = write;
    }

    /** There is a change: it is written soon. Does not block. */
    public void writeSoon() {
        if (threads.callersRun()) {
            write.run();
        } else if (writing.compareAndSet(false, true)) {
            Thread.ofVirtual().name(name).start(this::writeAll);
        }
    }

    private void writeAll() {
        try {
            do {
                write.run();
                ticker.pause(pause);
            } while (!isEmpty.getAsBoolean() && !closed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            writing.set(false);
        }
        if (!isEmpty.getAsBoolean() && !closed) {
            writeSoon();
        }
    }

    /** From now on changes are written at most once more. */
    public void close() {
        closed = true;
    }
}
