package dev.guildhall.core.inmemory;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.util.List;

/**
 * No model: the words of a text, each counted at a place that its hash names. Texts that share words are near to each
 * other, and the same text is the same always; synonyms are strangers. Thread-safe.
 */
public final class HashingEmbedder implements Embedder {
    private static final int DIMENSIONS = 256;

    private final Analyzer analyzer = Analyzer.english();

    @Override
    public String model() {
        return "hashing";
    }

    @Override
    public List<Embedding> embed(List<String> texts) {
        if (texts.size() > MOST_TEXTS) {
            throw new IllegalArgumentException("at most " + MOST_TEXTS + " texts at once, not " + texts.size());
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
        return texts.stream().map(this::embedding).toList();
    }

    private Embedding embedding(String text) {
        float[] counts = new float[DIMENSIONS];
        analyzer.terms(text).forEach(term -> counts[Math.floorMod(term.hashCode(), DIMENSIONS)]++);
        return new Embedding(counts);
    }
}
