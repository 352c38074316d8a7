package dev.guildhall.core.knowledge;

import dev.guildhall.core.search.QueryEmbeddings;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/** Embeddings of passages and queries. When the embedder cannot be reached, passages are found by their words. */
final class PassageEmbeddings {
    private static final Logger LOG = System.getLogger(PassageEmbeddings.class.getName());
    /** Which text of a passage is embedded: with its headings, without the title of its document. */
    private static final String WAY = "/passages";

    private final Optional<Embedder> embedder;
    private final Optional<QueryEmbeddings> queries;

    PassageEmbeddings(Optional<Embedder> embedder) {
        this.embedder = embedder;
        this.queries = embedder.map(QueryEmbeddings::new);
    }

    boolean isPresent() {
        return embedder.isPresent();
    }

    /** The name of the model; empty when there is none. */
    String model() {
        return embedder.map(known -> known.model() + WAY).orElse("");
    }

    List<Embedding> of(List<Passage> passages) {
        return embedder.orElseThrow()
                .embed(passages.stream().map(PassageEmbeddings::text).toList());
    }

    private static String text(Passage passage) {
        return passage.heading().isEmpty() ? passage.text() : passage.heading() + "\n" + passage.text();
    }

    /** The embedding of a query; absent when the embedder is unavailable now. */
    Optional<Embedding> of(String query) {
        try {
            return queries.map(
                    known -> known.of(new QueryParts(query, List.of(query))).getFirst());
        } catch (Refusal refusal) {
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
}
