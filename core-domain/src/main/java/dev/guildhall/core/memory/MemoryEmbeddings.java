package dev.guildhall.core.memory;

import dev.guildhall.core.memory.ranking.SpokenTurn;
import dev.guildhall.core.search.QueryEmbeddings;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * Embeddings of memories and queries. A turn of a conversation is often understandable only as an answer to the one
 * before, so its embedding is the mean of that of the turn alone and that of both together. The name of the speaker is
 * left out: for a small model a name outweighs all other words of a short text. When the embedder cannot be reached,
 * memories are found by their words. Thread-safe.
 */
public final class MemoryEmbeddings {
    private static final Logger LOG = System.getLogger(MemoryEmbeddings.class.getName());

    /** The suffix of the model's name for embeddings that combine a turn with the one before it. */
    private static final String WAY = "/turns";

    private final Optional<Embedder> embedder;
    private final Optional<QueryEmbeddings> queries;

    public MemoryEmbeddings(Optional<Embedder> embedder) {
        this.embedder = embedder;
        this.queries = embedder.map(QueryEmbeddings::new);
    }

    /** The name of the model; absent when there is no embedder. */
    Optional<String> model() {
        return embedder.map(MemoryEmbeddings::model);
    }

    private static String model(Embedder embedder) {
        return embedder.model() + WAY;
    }

    /**
     * The embedding of a text.
     *
     * @param before the text before it in the conversation
     * @return absent when the embedder is unavailable now
     */
    Optional<TextEmbedding> of(String content, Optional<String> before) {
        return embedder.flatMap(known -> ask(known, content, before));
    }

    private static Optional<TextEmbedding> ask(Embedder embedder, String content, Optional<String> before) {
        String words = SpokenTurn.of(content).words();
        List<String> views = before.map(
                        said -> List.of(words, SpokenTurn.of(said).words() + "\n" + words))
                .orElse(List.of(words));
        try {
            return Optional.of(new TextEmbedding(model(embedder), Embedding.mean(embedder.embed(views))));
        } catch (Refusal refusal) {
            return unlessCancelled(refusal);
        }
    }

    /** The embedding of a query; absent when the embedder is unavailable now. */
    Optional<Embedding> of(String query) {
        try {
            return queries.map(
                    known -> known.of(new QueryParts(query, List.of(query))).getFirst());
        } catch (Refusal refusal) {
            return unlessCancelled(refusal);
        }
    }

    private static <T> Optional<T> unlessCancelled(Refusal refusal) {
        if (refusal.problem() instanceof CommonProblem.Cancelled) {
            throw refusal;
        }
        LOG.log(
                Level.WARNING,
                "the embedder is unavailable: {0}",
                refusal.problem().message());
        return Optional.empty();
    }
}
