package dev.guildhall.core.search;

import java.util.List;
import java.util.Optional;

/**
 * Combines the scores of words and meaning to one score of 0 to 1. It combines scores, not ranks, so that the lead of
 * the best one counts. All arrays are indexed by document; {@link Double#NaN} stands for an unknown meaning. For one
 * search, and one thread.
 */
public final class Fusion {
    /** The weight of meaning relative to words. Recall hardly changes between 0.4 and 0.7. */
    private static final double SIMILARITY = 0.5;

    /** The weight of the best sentence relative to the whole query. */
    private static final double SENTENCE = 0.6;

    /**
     * The share of a query's maximal word score that the best document needs for the full score. When documents share
     * words only by chance, words count little and meaning decides. Among few documents the rarity of a word says
     * little, so the share is larger: this value divided by the square root of their number, between the two limits.
     */
    private static final double WORDS_FLOOR = 3.5;

    private static final double LOWEST_FLOOR = 0.15;
    private static final double HIGHEST_FLOOR = 0.5;

    /** The cosines of unrelated texts, and of texts with the same meaning in other words. */
    private static final double UNRELATED = 0.1;

    private static final double RELATED = 0.6;

    /** How far a document is raised towards the best one of its group. */
    private static final double GROUP = 0.2;

    /** The weight of a tool's best learned query relative to the tool's own text. */
    private static final double LEARNED = 0.5;

    /**
     * The assumed mean difference between the cosine to the best of a tool's learned queries and that to its
     * description, while few tools have learned queries; and the number of tools that this assumption counts for.
     */
    private static final double USUAL_BIAS = 0.2;

    private static final int USUAL_BIAS_COUNTS = 30;

    private final int[] slots;

    public Fusion(int[] slots) {
        this.slots = slots.clone();
    }

    /** The word scores, scaled to 0 to 1. */
    public double[] words(Bm25Search.Scores scores) {
        double[] bySlot = scores.bySlot();
        double top = Math.max(highest(bySlot), floor() * scores.atMost());
        double[] scaled = new double[bySlot.length];
        for (int slot : slots) {
            scaled[slot] = top > 0 ? bySlot[slot] / top : 0;
        }
        return scaled;
    }

    private double floor() {
        return Math.clamp(WORDS_FLOOR / Math.sqrt(Math.max(1, slots.length)), LOWEST_FLOOR, HIGHEST_FLOOR);
    }

    /**
     * How well the best document matches on its own, 0 to 1: its share of the query's words, or the similarity of its
     * meaning. There is a best one also when none matches.
     */
    public double evidence(Bm25Search.Scores scores, Optional<double[]> cosines) {
        double enough = HIGHEST_FLOOR * scores.atMost();
        double words = enough > 0 ? Math.min(1, highest(scores.bySlot()) / enough) : 0;
        double similarity = cosines.map(known -> Math.clamp((highest(known) - UNRELATED) / (RELATED - UNRELATED), 0, 1))
                .orElse(0.0);
        return Math.max(words, similarity);
    }

    /**
     * The meaning of a tool's text combined with that of its best learned query. Queries resemble each other more than
     * descriptions, so their cosines are reduced by the mean difference: otherwise tools without learned queries would
     * rank lower.
     */
    public double[] withLearned(double[] cosines, double[] learned) {
        double bias = bias(cosines, learned);
        double[] joined = cosines.clone();
        for (int slot : slots) {
            if (!Double.isNaN(learned[slot])) {
                double used = learned[slot] - bias;
                double own = Double.isNaN(cosines[slot]) ? used : cosines[slot];
                joined[slot] = (1 - LEARNED) * own + LEARNED * used;
            }
        }
        return joined;
    }

    private double bias(double[] cosines, double[] learned) {
        double sum = USUAL_BIAS * USUAL_BIAS_COUNTS;
        int count = USUAL_BIAS_COUNTS;
        for (int slot : slots) {
            double difference = learned[slot] - cosines[slot];
            if (!Double.isNaN(difference)) {
                sum += difference;
                count++;
            }
        }
        return sum / count;
    }

    /** Words and meaning combined, 0 to 1. For a document without an embedding only its words count. */
    public double[] mix(double[] words, double[] cosines) {
        double high = highest(cosines);
        double range = high - lowest(cosines);
        double[] mixed = words.clone();
        for (int slot : slots) {
            if (!Double.isNaN(cosines[slot])) {
                double similarity = range > 0 ? 1 - (high - cosines[slot]) / range : 1;
                mixed[slot] = (1 - SIMILARITY) * words[slot] + SIMILARITY * similarity;
            }
        }
        return mixed;
    }

    /** The whole query and the best of its sentences, at least one, combined: 0 to 1. */
    public double[] withSentences(double[] whole, List<double[]> sentences) {
        double[] joined = new double[whole.length];
        for (int slot : slots) {
            double best = 0;
            for (double[] sentence : sentences) {
                best = Math.max(best, sentence[slot]);
            }
            joined[slot] = (1 - SENTENCE) * whole[slot] + SENTENCE * best;
        }
        return joined;
    }

    /**
     * Raises a document of a group towards the score of the best one: a user who needs one of a group often needs
     * another.
     */
    public static double lifted(double score, double bestOfGroup) {
        return score + GROUP * (bestOfGroup - score);
    }

    /** Comparisons with {@link Double#NaN} are false: an unknown value is neither highest nor lowest. */
    private double highest(double[] scores) {
        double highest = Double.NEGATIVE_INFINITY;
        for (int slot : slots) {
            highest = scores[slot] > highest ? scores[slot] : highest;
        }
        return highest;
    }

    private double lowest(double[] scores) {
        double lowest = Double.POSITIVE_INFINITY;
        for (int slot : slots) {
            lowest = scores[slot] < lowest ? scores[slot] : lowest;
        }
        return lowest;
    }
}
