package dev.guildhall.core.inmemory;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.util.List;

/**
 * A simple embedder without a model: the hash of each word selects a coordinate, which counts the word. Texts that
 * share words are similar, and the same text always has the same embedding; synonyms are not similar.
 */
public final class HashingEmbedder implements Embedder {
    private static final int DIMENSIONS = 256;

    private final Analyzer analyzer = Analyzer.english();

    /** An embedder of English texts. */
    public HashingEmbedder() {}

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
