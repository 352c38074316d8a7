package dev.guildhall.core.tool;

import dev.guildhall.core.search.QueryMeanings;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.search.ToolText;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * What tools and queries mean. What a tool means is kept in the store and worked out once; where the embedder cannot be
 * reached, tools are found by their words. Thread-safe.
 */
final class ToolMeanings {
    private static final Logger LOG = System.getLogger(ToolMeanings.class.getName());
    private static final int MOST_BATCHES = 200;

    private final ToolStore store;
    private final Optional<Embedder> embedder;
    private final Optional<QueryMeanings> queries;

    ToolMeanings(ToolStore store, Optional<Embedder> embedder) {
        this.store = store;
        this.embedder = embedder;
        this.queries = embedder.map(QueryMeanings::new);
    }

    /** Which model says what is meant; absent when nobody does. */
    Optional<String> model() {
        return embedder.map(Embedder::model);
    }

    /** What each sentence of a query means, in their order; none when nobody can say. */
    List<Embedding> of(QueryParts query) {
        try {
            return queries.map(known -> known.of(query)).orElse(List.of());
        } catch (Refusal refusal) {
            return unlessCancelled(refusal, List.of());
        }
    }

    /** Finds out what tools mean and keeps it; false when that could not be found out now. */
    boolean learn(List<Tool> tools) {
        return embedder.map(model -> learn(model, tools)).orElse(false);
    }

    private boolean learn(Embedder model, List<Tool> tools) {
        try {
            List<Embedding> meanings = model.embed(tools.stream()
                    .map(tool -> ToolText.toEmbed(tool.definition()))
                    .toList());
            for (int i = 0; i < tools.size(); i++) {
                store.putEmbedding(tools.get(i).id(), model.model(), meanings.get(i));
            }
            return true;
        } catch (Refusal refusal) {
            return unlessCancelled(refusal, false);
        }
    }

    /**
     * Finds out what all tools mean that the model has not been asked about.
     *
     * @return how many
     */
    int learnMissing() {
        return embedder.map(this::learnMissing).orElse(0);
    }

    private int learnMissing(Embedder model) {
        int learnt = 0;
        for (int batch = 0; batch < MOST_BATCHES; batch++) {
            List<Tool> missing = store.withoutEmbedding(model.model(), Embedder.MOST_TEXTS);
            if (missing.isEmpty() || !learn(model, missing)) {
                return learnt;
            }
            learnt += missing.size();
        }
        return learnt;
    }

    private static <T> T unlessCancelled(Refusal refusal, T otherwise) {
        if (refusal.problem() instanceof CommonProblem.Cancelled) {
            throw refusal;
        }
        LOG.log(
                Level.WARNING,
                "what is meant is not known for now: {0}",
                refusal.problem().message());
        return otherwise;
    }
}
