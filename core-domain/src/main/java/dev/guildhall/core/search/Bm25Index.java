package dev.guildhall.core.search;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Scores documents, which are numbers here, by the words that they share with a query: BM25 over weighted fields
 * (Robertson and Zaragoza's BM25F with one length for all fields). How rare a word is and how long a document is on
 * average are counted anew in each search among the documents that it may see; so nothing of the others shows. Not
 * thread-safe; searches alone may run side by side.
 */
final class Bm25Index {
    /** How soon a word's repeats stop counting. */
    private static final double K1 = 1.2;

    /** How much a long document's words lose. */
    private static final double B = 0.5;

    private static final double TENTH = 0.1;

    private final Map<String, Postings> byTerm = new HashMap<>();
    private int[] lengths = new int[64];

    /**
     * What a search may see.
     *
     * @param slots the documents
     * @param added what some of them say besides, in this search alone
     */
    record Scope(BitSet slots, Map<Integer, TermCounts> added) {
        private int addedLength(int slot) {
            TermCounts counts = added.get(slot);
            return counts == null ? 0 : counts.length();
        }
    }

    void put(int slot, TermCounts counts) {
        if (slot >= lengths.length) {
            lengths = Arrays.copyOf(lengths, Math.max(slot + 1, lengths.length * 2));
        }
        lengths[slot] = counts.length();
        counts.byTerm()
                .forEach((term, weight) ->
                        byTerm.computeIfAbsent(term, any -> new Postings()).add(slot, weight));
    }

    /** Takes out what was put in. */
    void remove(int slot, TermCounts counts) {
        counts.byTerm()
                .keySet()
                .forEach(term -> byTerm.computeIfPresent(term, (any, postings) -> {
                    postings.remove(slot);
                    return postings.isEmpty() ? null : postings;
                }));
        lengths[slot] = 0;
    }

    /**
     * What documents score.
     *
     * @param bySlot by number; 0 for one without any of the terms and for what is out of scope
     * @param atMost what no document can reach: one that consists of each of the terms alone, again and again
     */
    @SuppressWarnings("ArrayRecordComponent") // It lives for one search and is compared with nothing.
    record Scores(double[] bySlot, double atMost) {}

    /** What each document scores by its words. */
    Scores scores(Collection<String> terms, Scope scope) {
        int all = scope.slots().cardinality();
        double[] scores = new double[scope.slots().length()];
        double[] norms = norms(scope);
        int[] weights = new int[scores.length];
        double atMost = 0;
        for (String term : terms) {
            double rarity = rarity(weigh(term, scope, weights), all);
            addScores(rarity, weights, norms, scores);
            atMost += rarity * (K1 + 1);
        }
        return new Scores(scores, atMost);
    }

    private double[] norms(Scope scope) {
        double[] norms = new double[scope.slots().length()];
        long total = 0;
        for (int slot = scope.slots().nextSetBit(0);
                slot >= 0;
                slot = scope.slots().nextSetBit(slot + 1)) {
            int length = lengths[slot] + scope.addedLength(slot);
            norms[slot] = length;
            total += length;
        }
        double average = Math.max(1, (double) total / Math.max(1, scope.slots().cardinality()));
        for (int slot = 0; slot < norms.length; slot++) {
            norms[slot] = K1 * (1 - B + B * norms[slot] / average);
        }
        return norms;
    }

    /** Writes down what a term weighs in each document of the scope, and counts those in which it stands. */
    private int weigh(String term, Scope scope, int[] weights) {
        Postings postings = byTerm.get(term);
        if (postings != null) {
            postings.forEach((slot, weight) -> {
                if (scope.slots().get(slot)) {
                    weights[slot] = weight;
                }
            });
        }
        scope.added().forEach((slot, counts) -> weights[slot] += counts.byTerm().getOrDefault(term, 0));
        return (int) Arrays.stream(weights).filter(weight -> weight > 0).count();
    }

    private static double rarity(int documents, int all) {
        return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
    }

    /** Adds one term's part, and wipes its weights for the next. */
    private static void addScores(double rarity, int[] weights, double[] norms, double[] scores) {
        for (int slot = 0; slot < weights.length; slot++) {
            if (weights[slot] > 0) {
                double weight = weights[slot] * TENTH;
                scores[slot] += rarity * weight * (K1 + 1) / (weight + norms[slot]);
                weights[slot] = 0;
            }
        }
    }
}
