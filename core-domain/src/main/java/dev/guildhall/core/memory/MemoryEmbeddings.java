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
 * What memories and queries mean. A turn of a conversation often makes sense only as an answer to the one before, so its
 * meaning is that of the turn alone and of both together in equal parts. Who says it is no part of it: a name means more
 * to a small model than anything else in a short text. Where the embedder cannot be reached, memories are found by their
 * words. Thread-safe.
 */
public final class MemoryEmbeddings {
    private static final Logger LOG = System.getLogger(MemoryEmbeddings.class.getName());

    /** Names the way of making one meaning out of a turn and the one before it, which is not the embedder's alone. */
    private static final String WAY = "/turns";

    private final Optional<Embedder> embedder;
    private final Optional<QueryEmbeddings> queries;

    public MemoryEmbeddings(Optional<Embedder> embedder) {
        this.embedder = embedder;
        this.queries = embedder.map(QueryEmbeddings::new);
    }

    /** Which model says what is meant; absent when nobody does. */
    Optional<String> model() {
        return embedder.map(MemoryEmbeddings::model);
    }

    private static String model(Embedder embedder) {
        return embedder.model() + WAY;
    }

    /**
     * What a text means.
     *
     * @param before what was said before it in the conversation
     * @return absent when nobody can say now
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

    /** What a query means; absent when nobody can say now. */
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
                "what is meant is not known for now: {0}",
                refusal.problem().message());
        return Optional.empty();
    }
}
