package dev.guildhall.core.search;

import java.util.BitSet;
import java.util.Collection;

/**
 * Scores documents by the words that they share with a query: BM25 over weighted fields (Robertson and Zaragoza's BM25F
 * with one length for all fields). How rare a word is and how long a document is on average are counted anew among the
 * documents that a search may see; so nothing of the others shows. For one search, and one thread.
 */
public final class Bm25Search {
    private static final double TENTH = 0.1;

    private final Bm25Index index;
    private final Scope scope;
    private final Curve curve;
    private final int documents;
    private final double[] norms;

    /** What the term at hand weighs in each document, and the documents where it weighs anything. */
    private final int[] weights;

    private final int[] touched;
    private int touchedCount;

    /**
     * How the words of a document add up.
     *
     * @param k1 how soon a word's repeats stop counting
     * @param b how much a long document's words lose
     */
    public record Curve(double k1, double b) {
        /** For descriptions of tools. */
        public static final Curve DESCRIPTIONS = new Curve(1.2, 0.5);

        /** For what people say: a turn says a word once or twice, and long ones say more. */
        public static final Curve TURNS = new Curve(0.9, 0.4);
    }

    /**
     * What a search may see.
     *
     * @param slots the documents
     * @param added what some of them say besides, in this search alone
     */
    public record Scope(BitSet slots, Added added) {}

    /**
     * More words of documents.
     *
     * @param words under numbers of their own
     * @param slots the documents that each of these numbers stands for
     */
    @SuppressWarnings("ArrayRecordComponent") // It lives for one search and is compared with nothing.
    public record Added(Bm25Index words, int[][] slots) {
        /** None. */
        public static final Added NONE = new Added(new Bm25Index(), new int[0][]);
    }

    /**
     * What documents score.
     *
     * @param bySlot by number; 0 for one without any of the terms and for what is out of scope
     * @param atMost what no document can reach: one that consists of each of the terms alone, again and again
     */
    @SuppressWarnings("ArrayRecordComponent") // It lives for one search and is compared with nothing.
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

    /** What each document scores by its words. */
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

    /** Adds the part of the term at hand, and wipes its weights for the next. */
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
