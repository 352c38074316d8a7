package dev.guildhall.core.tool;

import dev.guildhall.core.search.ToolText;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What tools and queries mean. What a tool means is kept in the store and worked out once; where the embedder cannot be
 * reached, tools are found by their words. Thread-safe.
 */
final class ToolMeanings {
    private static final Logger LOG = System.getLogger(ToolMeanings.class.getName());
    private static final int MOST_QUERIES = 2_000;
    private static final int MOST_BATCHES = 200;

    private final ToolStore store;
    private final Optional<Embedder> embedder;
    private final Map<String, Embedding> queries = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Embedding> eldest) {
            return size() > MOST_QUERIES;
        }
    };

    ToolMeanings(ToolStore store, Optional<Embedder> embedder) {
        this.store = store;
        this.embedder = embedder;
    }

    /** Which model says what is meant; absent when nobody does. */
    Optional<String> model() {
        return embedder.map(Embedder::model);
    }

    /** What each of these sentences means, in their order; none when nobody can say. */
    List<Embedding> of(List<String> sentences) {
        return embedder.map(model -> attempt(model, sentences)).orElse(List.of());
    }

    private List<Embedding> attempt(Embedder model, List<String> sentences) {
        try {
            List<Embedding> meanings = new ArrayList<>(sentences.size());
            for (String sentence : sentences) {
                meanings.add(remembered(sentence).orElseGet(() -> remember(sentence, model.embedQuery(sentence))));
            }
            return meanings;
        } catch (Refusal refusal) {
            return unlessCancelled(refusal, List.of());
        }
    }

    private Optional<Embedding> remembered(String sentence) {
        synchronized (queries) {
            return Optional.ofNullable(queries.get(sentence));
        }
    }

    private Embedding remember(String sentence, Embedding meaning) {
        synchronized (queries) {
            queries.put(sentence, meaning);
        }
        return meaning;
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
