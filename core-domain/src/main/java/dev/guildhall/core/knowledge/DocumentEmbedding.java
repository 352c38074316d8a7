package dev.guildhall.core.knowledge;

import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.KnowledgeStore.Claim;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedding;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * Computes one batch of embeddings: of some passages of a large document, where an earlier turn has ended, or of several
 * small documents of one user.
 */
final class DocumentEmbedding {
    private final InstantSource clock;
    private final Transactions transactions;
    private final KnowledgeStore store;
    private final PassageEmbeddings embeddings;
    private final KnowledgeLimits limits;

    DocumentEmbedding(
            InstantSource clock,
            Transactions transactions,
            KnowledgeStore store,
            PassageEmbeddings embeddings,
            KnowledgeLimits limits) {
        this.clock = clock;
        this.transactions = transactions;
        this.store = store;
        this.embeddings = embeddings;
        this.limits = limits;
    }

    /** Documents that cannot be embedded together are embedded one by one: one that the model refuses stops no other. */
    void embed(List<Claim> claims) {
        try {
            embedTogether(claims);
        } catch (Refusal unavailable) {
            boolean isStopped = Thread.currentThread().isInterrupted();
            if (claims.size() > 1 && !isStopped) {
                claims.forEach(claim -> embed(List.of(claim)));
            } else {
                Instant now = clock.instant();
                claims.forEach(claim -> store.release(claim, isStopped ? now : now.plus(limits.claim())));
            }
        }
    }

    private void embedTogether(List<Claim> claims) {
        List<List<Passage>> batch = claims.stream().map(this::next).toList();
        List<Embedding> computed =
                embeddings.of(batch.stream().flatMap(List::stream).toList());
        transactions.run(() -> {
            int first = 0;
            for (int i = 0; i < claims.size(); i++) {
                int last = first + batch.get(i).size();
                store(claims.get(i), computed.subList(first, last));
                first = last;
            }
        });
    }

    private List<Passage> next(Claim claim) {
        return store.passages(claim.document().id(), claim.document().embedded(), limits.embeddedAtOnce());
    }

    /** A document that was removed in the meantime has no passages. */
    private void store(Claim claim, List<Embedding> computed) {
        if (!computed.isEmpty()) {
            store.putEmbeddings(
                    claim,
                    embeddings.model(),
                    claim.document().embedded(),
                    computed.size(),
                    EmbeddingIndex.write(computed),
                    clock.instant());
        }
    }
}
