package dev.guildhall.core.knowledge;

import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.KnowledgeStore.Claim;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.problem.Refusal;
import java.time.InstantSource;
import java.util.List;

/** Computes the embeddings of one document, some passages at a time, where an earlier attempt has ended. */
final class DocumentEmbedding {
    private final InstantSource clock;
    private final KnowledgeStore store;
    private final PassageEmbeddings embeddings;
    private final KnowledgeLimits limits;

    DocumentEmbedding(InstantSource clock, KnowledgeStore store, PassageEmbeddings embeddings, KnowledgeLimits limits) {
        this.clock = clock;
        this.store = store;
        this.embeddings = embeddings;
        this.limits = limits;
    }

    /** Ends early when the embedder is unavailable, the claim is lost, or the thread is interrupted. */
    void embed(Claim claim) {
        int from = claim.document().embedded();
        try {
            List<Passage> some = next(claim, from);
            while (!some.isEmpty() && !Thread.currentThread().isInterrupted() && store(claim, from, some)) {
                from += some.size();
                some = next(claim, from);
            }
            if (Thread.currentThread().isInterrupted()) {
                store.release(claim, clock.instant());
            }
        } catch (Refusal unavailable) {
            store.release(claim, clock.instant().plus(limits.claim()));
        }
    }

    private List<Passage> next(Claim claim, int from) {
        return store.passages(claim.document().id(), from, limits.embeddedAtOnce());
    }

    private boolean store(Claim claim, int from, List<Passage> some) {
        byte[] computed = EmbeddingIndex.write(embeddings.of(some));
        return store.putEmbeddings(
                claim,
                embeddings.model(),
                from,
                some.size(),
                computed,
                clock.instant().plus(limits.claim()));
    }
}
