package dev.guildhall.core.completion;

import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.PendingUsage;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.ports.usage.UsageStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes usage entries in batches, outside of the requests: run it on its own thread, and interrupt that thread to
 * write the last ones. When it does not run, each entry is written at once. While the database cannot be reached,
 * entries wait; when too many wait, requests are refused. A write-ahead log has the entries that wait, so that a process
 * that is killed does not lose them; while that log cannot be written, answers do not fail.
 */
public final class UsageJournal implements Runnable {
    private static final Logger LOG = System.getLogger(UsageJournal.class.getName());

    private final Ticker ticker;
    private final UsageStore store;
    private final PendingUsage writeAhead;
    private final CompletionLimits limits;
    private final OutageLog unlogged;
    private final LinkedBlockingQueue<UsageEntry> pending = new LinkedBlockingQueue<>();

    /** Waiting entries, and those of a batch that has not been written yet, for example during an outage. */
    private final AtomicInteger unwritten = new AtomicInteger();

    private final Semaphore arrived = new Semaphore(0);
    private final ReentrantLock writing = new ReentrantLock();
    private final List<UsageEntry> batch = new ArrayList<>();
    private volatile boolean running;

    public UsageJournal(Ticker ticker, UsageStore store, PendingUsage writeAhead, CompletionLimits limits) {
        this.ticker = ticker;
        this.store = store;
        this.writeAhead = writeAhead;
        this.limits = limits;
        this.unlogged = new OutageLog(LOG, limits.usage().every());
    }

    /** Refuses a request as {@code CommonProblem.Unavailable} when the queue has no room for its entry. */
    void requireRoom() {
        if (unwritten.get() >= limits.usage().pending()) {
            throw new Refusal(new CommonProblem.Unavailable("database"));
        }
    }

    /**
     * Adds an entry, which is never lost while this process lives, nor when it is killed afterwards. Requests that were
     * accepted may add theirs later, so that the queue exceeds its limit by at most {@link CompletionLimits.Calls}.
     */
    void add(UsageEntry entry) {
        logged(() -> writeAhead.append(entry));
        unwritten.incrementAndGet();
        pending.add(entry);
        if (running) {
            wakeWriter();
        } else {
            attempt();
        }
    }

    /** Without the log, entries are as safe as the process. */
    private void logged(Runnable change) {
        try {
            change.run();
            unlogged.succeeded();
        } catch (RuntimeException failure) {
            unlogged.failed("the log of usage cannot be written, a kill would lose entries: {0}", failure);
        }
    }

    /** Recovered entries take at most half of the queue, so that requests are not refused because of them. */
    boolean hasRoomToRecover() {
        return unwritten.get() < limits.usage().pending() / 2;
    }

    /** Adds entries that the write-ahead log has already; the writer, or the next flush, writes them. */
    void addRecovered(List<UsageEntry> entries) {
        unwritten.addAndGet(entries.size());
        pending.addAll(entries);
        wakeWriter();
    }

    private void wakeWriter() {
        if (arrived.availablePermits() == 0) {
            arrived.release();
        }
    }

    /**
     * Writes the waiting entries, unless another thread is writing for too long: then the database does not respond. A refusal
     * as {@code CommonProblem.Unavailable} or {@code Cancelled} keeps all entries.
     */
    public void flush() {
        if (unwritten.get() == 0) {
            return;
        }
        try {
            if (!writing.tryLock(limits.usage().reading().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Refusal(new CommonProblem.Unavailable("database"));
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
        try {
            pending.drainTo(batch, limits.usage().batch() - batch.size());
            while (!batch.isEmpty()) {
                write();
                logged(() -> writeAhead.forget(batch));
                unwritten.addAndGet(-batch.size());
                batch.clear();
                pending.drainTo(batch, limits.usage().batch());
            }
        } finally {
            writing.unlock();
        }
    }

    /** A batch is kept until it is written: an entry that is written twice counts once. */
    private void write() {
        try {
            store.add(batch);
        } catch (RuntimeException failure) {
            if (isOutage(failure)) {
                throw failure;
            }
            LOG.log(Level.WARNING, "a batch of usage was refused, its entries are written one by one", failure);
            batch.forEach(this::writeAlone);
        }
    }

    /** An entry that the database refuses must not block the other entries. */
    private void writeAlone(UsageEntry entry) {
        try {
            store.add(List.of(entry));
        } catch (RuntimeException failure) {
            if (isOutage(failure)) {
                throw failure;
            }
            LOG.log(Level.ERROR, "usage " + entry.id().value() + " cannot be kept: " + entry.usage(), failure);
        }
    }

    private static boolean isOutage(RuntimeException failure) {
        return failure instanceof Refusal refusal && refusal.isOutage();
    }

    @Override
    public void run() {
        running = true;
        attempt();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                arrived.acquire();
                arrived.drainPermits();
                attempt();
                ticker.pause(limits.usage().every());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            running = false;
            attemptUninterrupted();
        }
    }

    private void attemptUninterrupted() {
        boolean interrupted = Thread.interrupted();
        attempt();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void attempt() {
        try {
            flush();
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "{0} entries of usage wait to be written: {1}", unwritten.get(), outage);
            wakeWriter();
        }
    }
}
