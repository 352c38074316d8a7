package dev.guildhall.core.memory;

import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Computes missing embeddings of memories: of those that were stored with an answer, which does not wait for them,
 * while the embedder was unavailable, or for another model. The store is the queue, so a restart loses nothing. Run it
 * on its own thread, so that callers that store memories do not wait; when it does not run, they compute the embeddings
 * themselves. Thread-safe.
 */
public final class MemoryMaintenance implements Runnable {
    private static final Logger LOG = System.getLogger(MemoryMaintenance.class.getName());
    private static final int BATCH = 64;

    private final MemoryStore store;
    private final MemoryEmbeddings meanings;

    private final MemoryLimits limits;

    /** One permit is enough: one more round finds all memories that were stored in the meantime. */
    private final Semaphore stored = new Semaphore(0);

    private final ReentrantLock learning = new ReentrantLock();
    private volatile boolean running;

    public MemoryMaintenance(MemoryStore store, MemoryEmbeddings meanings, MemoryLimits limits) {
        this.store = store;
        this.meanings = meanings;

        this.limits = limits;
    }

    /** One round, which ends early when the model does not respond. */
    public void learnMissing() {
        meanings.model().ifPresent(this::learnMissing);
    }

    private void learnMissing(String model) {
        learning.lock();
        try {
            int learnt = 0;
            while (learnt < limits.meaningsInRound()) {
                int most = Math.min(BATCH, limits.meaningsInRound() - learnt);
                List<Memory> some = store.withoutMeaning(model, most);
                if (!meanings.learn(store, some) || some.size() < most) {
                    return;
                }
                learnt += some.size();
            }
        } finally {
            learning.unlock();
        }
    }

    /** Requests embeddings of the latest memories soon. Call it after the transaction, never inside. */
    public void learnSoon() {
        if (meanings.model().isEmpty()) {
            return;
        }
        if (!running) {
            attempt();
        } else if (stored.availablePermits() == 0) {
            stored.release();
        }
    }

    @Override
    public void run() {
        running = true;
        try {
            attempt();
            while (!Thread.currentThread().isInterrupted()) {
                stored.acquire();
                stored.drainPermits();
                attempt();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            running = false;
        }
    }

    /** Embeddings that are missing after this are computed in a later round. */
    private void attempt() {
        try {
            learnMissing();
        } catch (RuntimeException outage) {
            LOG.log(Level.WARNING, "embeddings of new memories are computed later: {0}", String.valueOf(outage));
        }
    }
}
