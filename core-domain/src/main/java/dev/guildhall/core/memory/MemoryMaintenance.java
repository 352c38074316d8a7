package dev.guildhall.core.memory;

import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.memory.ranking.MemoryText;
import dev.guildhall.ports.memory.AnalysedText;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Analyses texts of memories that an earlier version stored, packs memories for their first search, and computes
 * missing embeddings: of memories that were stored with an answer, which does not wait for them, while the embedder was unavailable, or for another model. The
 * store is the queue, so a restart loses nothing. Run it on its own thread, so that callers that store memories do not
 * wait; when it does not run, they compute the embeddings themselves.
 */
public final class MemoryMaintenance implements Runnable {
    private static final Logger LOG = System.getLogger(MemoryMaintenance.class.getName());
    private static final int BATCH = 64;

    /** How many texts are analysed in one transaction: they have 8 MB at most. */
    private static final int TEXTS = 500;

    private final MemoryStore store;
    private final MemoryEmbeddings embeddings;

    private final MemoryLimits limits;

    /** One permit is enough: one more round finds all memories that were stored in the meantime. */
    private final Semaphore stored = new Semaphore(0);

    private final ReentrantLock learning = new ReentrantLock();
    private volatile boolean running;

    public MemoryMaintenance(MemoryStore store, MemoryEmbeddings embeddings, MemoryLimits limits) {
        this.store = store;
        this.embeddings = embeddings;

        this.limits = limits;
    }

    /**
     * One round: analyses texts that an earlier version stored, computes embeddings, until the model does not respond,
     * and packs memories.
     */
    public void learnMissing() {
        learning.lock();
        try {
            analyseMissing();
            embeddings.model().ifPresent(this::learnMissing);
            store.pack(limits.packsInRound());
        } finally {
            learning.unlock();
        }
    }

    private void analyseMissing() {
        int analysed = 0;
        List<Memory> some;
        do {
            some = store.withoutText(TEXTS);
            Map<MemoryId, AnalysedText> texts = new LinkedHashMap<>();
            some.forEach(memory ->
                    texts.put(memory.id(), MemoryText.of(memory.content()).toBytes()));
            if (!texts.isEmpty()) {
                store.putTexts(texts);
            }
            analysed += some.size();
        } while (some.size() == TEXTS && analysed < limits.textsInRound());
    }

    private void learnMissing(String model) {
        int learned = 0;
        while (learned < limits.embeddingsInRound()) {
            int most = Math.min(BATCH, limits.embeddingsInRound() - learned);
            List<Memory> some = store.withoutEmbedding(model, most);
            if (!embeddings.learn(store, some) || some.size() < most) {
                return;
            }
            learned += some.size();
        }
    }

    /** Requests embeddings of the latest memories soon. Call it after the transaction, never inside. */
    public void learnSoon() {
        if (embeddings.model().isEmpty()) {
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
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "embeddings of new memories are computed later: {0}", String.valueOf(outage));
        }
    }
}
