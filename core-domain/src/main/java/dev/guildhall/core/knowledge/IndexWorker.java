package dev.guildhall.core.knowledge;

import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.core.time.DueWork;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.KnowledgeStore.Claim;
import dev.guildhall.ports.knowledge.KnowledgeStore.Work;
import java.lang.System.Logger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Does one kind of work on documents that wait for it, in turns of the users (knowledge-6): a turn is one document to
 * read, or one batch of passages to embed. The store is the queue: a node that fails loses its claims, and another node
 * continues.
 */
final class IndexWorker implements DueWork {
    private static final Logger LOG = System.getLogger(IndexWorker.class.getName());

    private final InstantSource clock;
    private final Ticker ticker;
    private final KnowledgeStore store;
    private final Work work;
    private final String model;
    private final Consumer<List<Claim>> worker;
    private final KnowledgeLimits limits;
    private final OutageLog outages;
    private Optional<UserId> last = Optional.empty();

    IndexWorker(
            InstantSource clock,
            Ticker ticker,
            KnowledgeStore store,
            Work work,
            String model,
            Consumer<List<Claim>> worker,
            KnowledgeLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.store = store;
        this.work = work;
        this.model = model;
        this.worker = worker;
        this.limits = limits;
        this.outages = new OutageLog(LOG, limits.claim());
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (!attempt()) {
                    ticker.pause(limits.every());
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean attempt() {
        try {
            boolean found = runDue(clock.instant());
            outages.succeeded();
            return found;
        } catch (RuntimeException | Error outage) {
            if (!Thread.currentThread().isInterrupted()) {
                outages.failed("{0} failed, next try in {1}: {2}", "the indexing of documents", limits.every(), outage);
            }
            return false;
        }
    }

    @Override
    public boolean runDue(Instant now) {
        int most = work == Work.WORDS ? 1 : limits.embeddedAtOnce();
        List<Claim> claims = store.claim(work, model, last, most, now, now.plus(limits.claim()));
        if (claims.isEmpty()) {
            return false;
        }
        last = Optional.of(claims.getFirst().document().owner());
        worker.accept(claims);
        return true;
    }
}
