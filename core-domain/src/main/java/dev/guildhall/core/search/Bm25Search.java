package dev.guildhall.core.search;

import java.util.BitSet;
import java.util.Collection;

/**
 * Scores documents by the words that they share with a query: BM25 over weighted fields (Robertson and Zaragoza's BM25F
 * with one length for all fields). The rarity of words and the average length are computed among the documents that the
 * search may see, so that the result reveals nothing about other documents. For one search, and one thread.
 */
public final class Bm25Search {
    private static final double TENTH = 0.1;

    private final Bm25Index index;
    private final Scope scope;
    private final Curve curve;
    private final int documents;
    private final double[] norms;

    /** The weights of the current term by document, and the documents that contain it. */
    private final int[] weights;

    private final int[] touched;
    private int touchedCount;

    /** The parameters of BM25: how soon repeats of a word stop counting, and how much the words of a long document lose. */
    public record Curve(double k1, double b) {
        /** For descriptions of tools. */
        public static final Curve DESCRIPTIONS = new Curve(1.2, 0.5);

        /** For conversations: a turn has a word once or twice, and long turns have more information. */
        public static final Curve TURNS = new Curve(0.9, 0.4);
    }

    /** The documents of a search, and additional words of some of them, only for this search. */
    public record Scope(BitSet slots, Added added) {}

    /** Additional words of documents, in slots of their own, and the documents that each of these slots belongs to. */
    @SuppressWarnings("ArrayRecordComponent") // It lives for one search and is never compared.
    public record Added(Bm25Index words, int[][] slots) {
        public static final Added NONE = new Added(new Bm25Index(), new int[0][]);
    }

    /**
     * The scores of documents.
     *
     * @param bySlot 0 for a document without any of the terms and for one out of scope
     * @param atMost an upper bound of all scores: that of a document that only repeats the terms
     */
    @SuppressWarnings("ArrayRecordComponent") // It lives for one search and is never compared.
    public record Scores(double[] bySlot, double atMost) {}

    public Bm25Search(Bm25Index index, Scope scope, Curve curve) {
        this.index = index;
        this.scope = scope;
        this.curve = curve;
        this.documents = scope.slots().cardinality();
        this.norms = norms();
        this.weights = new int[norms.length];
        this.touched = new int[norms.length];
    }

    private double[] norms() {
        double[] lengths = new double[scope.slots().length()];
        for (int slot = scope.slots().nextSetBit(0);
                slot >= 0;
                slot = scope.slots().nextSetBit(slot + 1)) {
            lengths[slot] = index.length(slot);
        }
        for (int number = 0; number < scope.added().slots().length; number++) {
            for (int slot : scope.added().slots()[number]) {
                lengths[slot] += scope.added().words().length(number);
            }
        }
        double total = 0;
        for (double length : lengths) {
            total += length;
        }
        double average = Math.max(1, total / Math.max(1, documents));
        double[] norms = new double[lengths.length];
        for (int slot = 0; slot < lengths.length; slot++) {
            norms[slot] = curve.k1() * (1 - curve.b() + curve.b() * lengths[slot] / average);
        }
        return norms;
    }

    /** The score of each document by its words. */
    public Scores scores(Collection<String> terms) {
        double[] scores = new double[norms.length];
        double atMost = 0;
        for (String term : terms) {
            weigh(term);
            double rarity = Math.log(1 + (documents - touchedCount + 0.5) / (touchedCount + 0.5));
            addScores(rarity, scores);
            atMost += rarity * (curve.k1() + 1);
        }
        return new Scores(scores, atMost);
    }

    private void weigh(String term) {
        index.postings(term)
                .ifPresent(postings -> postings.forEach((slot, weight) -> {
                    if (scope.slots().get(slot)) {
                        add(slot, weight);
                    }
                }));
        scope.added()
                .words()
                .postings(term)
                .ifPresent(postings -> postings.forEach((number, weight) -> {
                    for (int slot : scope.added().slots()[number]) {
                        add(slot, weight);
                    }
                }));
    }

    private void add(int slot, int weight) {
        if (weights[slot] == 0) {
            touched[touchedCount] = slot;
            touchedCount++;
        }
        weights[slot] += weight;
    }

    private void addScores(double rarity, double[] scores) {
        for (int i = 0; i < touchedCount; i++) {
            int slot = touched[i];
            double weight = weights[slot] * TENTH;
            scores[slot] += rarity * weight * (curve.k1() + 1) / (weight + norms[slot]);
            weights[slot] = 0;
        }
        touchedCount = 0;
    }
}
