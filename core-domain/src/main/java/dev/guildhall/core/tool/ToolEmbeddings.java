package dev.guildhall.core.tool;

import dev.guildhall.core.search.QueryEmbeddings;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.tool.ranking.ToolText;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.ToolStores;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Embeddings of tools and queries. Those of tools are computed once and stored; when the embedder cannot be reached,
 * tools are found by their words.
 */
final class ToolEmbeddings {
    private static final Logger LOG = System.getLogger(ToolEmbeddings.class.getName());
    private static final int MOST_BATCHES = 200;

    private static final int MOST_QUERIES = 200;

    private final ToolStore store;
    private final LearnedQueryStore learnedQueries;
    private final Optional<Embedder> embedder;
    private final Optional<QueryEmbeddings> queries;

    ToolEmbeddings(ToolStores stores, Optional<Embedder> embedder) {
        this.store = stores.tools();
        this.learnedQueries = stores.learnedQueries();
        this.embedder = embedder;
        this.queries = embedder.map(QueryEmbeddings::new);
    }

    /** The name of the model; absent when there is no embedder. */
    Optional<String> model() {
        return embedder.map(Embedder::model);
    }

    /** The embeddings of a query's sentences, in order; none when the embedder is unavailable. */
    List<Embedding> of(QueryParts query) {
        try {
            return queries.map(known -> known.of(query)).orElse(List.of());
        } catch (Refusal refusal) {
            return unlessCancelled(refusal, List.of());
        }
    }

    /** The mean of the embeddings of a query's sentences. Absent without an embedder, and when it fails. */
    Optional<TextEmbedding> ofWhole(QueryParts query) {
        List<Embedding> sentences = of(query);
        return sentences.isEmpty()
                ? Optional.empty()
                : model().map(name -> new TextEmbedding(name, Embedding.mean(sentences)));
    }

    /** Computes missing embeddings of learned queries. */
    void learnMissingQueries(Function<String, QueryParts> parts) {
        model().ifPresent(name -> {
            List<LearnedQuery> missing = learnedQueries.withoutEmbedding(name, MOST_QUERIES);
            for (LearnedQuery learned : missing) {
                Optional<TextEmbedding> embedding = ofWhole(parts.apply(learned.query()));
                if (embedding.isEmpty()) {
                    return;
                }
                learnedQueries.putEmbedding(learned, embedding.orElseThrow());
            }
        });
    }

    /** Computes and stores embeddings of tools; false when the embedder is unavailable. */
    boolean learn(List<Tool> tools) {
        return embedder.map(model -> learn(model, tools)).orElse(false);
    }

    private boolean learn(Embedder model, List<Tool> tools) {
        try {
            List<Embedding> embeddings = model.embed(tools.stream()
                    .map(tool -> ToolText.toEmbed(tool.definition()))
                    .toList());
            for (int i = 0; i < tools.size(); i++) {
                store.putEmbedding(tools.get(i).id(), model.model(), embeddings.get(i));
            }
            return true;
        } catch (Refusal refusal) {
            return unlessCancelled(refusal, false);
        }
    }

    /** Computes all missing embeddings of tools, and returns how many. */
    int learnMissing() {
        return embedder.map(this::learnMissing).orElse(0);
    }

    private int learnMissing(Embedder model) {
        int learned = 0;
        for (int batch = 0; batch < MOST_BATCHES; batch++) {
            List<Tool> missing = store.withoutEmbedding(model.model(), Embedder.MOST_TEXTS);
            if (missing.isEmpty() || !learn(model, missing)) {
                return learned;
            }
            learned += missing.size();
        }
        return learned;
    }

    private static <T> T unlessCancelled(Refusal refusal, T otherwise) {
        if (refusal.problem() instanceof CommonProblem.Cancelled) {
            throw refusal;
        }
        LOG.log(
                Level.WARNING,
                "the embedder is unavailable: {0}",
                refusal.problem().message());
        return otherwise;
    }
}
