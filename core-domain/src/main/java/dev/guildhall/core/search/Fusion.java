package dev.guildhall.core.search;

import java.util.List;
import java.util.Optional;

/**
 * Makes one score of 0 to 1 out of what words and meaning say. Scores are mixed, not ranks: how far the best one is ahead
 * counts. All arrays are indexed by document; {@link Double#NaN} stands for a meaning that is not known. For one search,
 * and one thread.
 */
public final class Fusion {
    /** What meaning counts beside words. Recall hardly moves between 0.4 and 0.7. */
    private static final double MEANING = 0.5;

    /** What the best sentence counts beside the whole query. */
    private static final double SENTENCE = 0.6;

    /**
     * The part of what a query's words could score at most that the best document must reach to get the full score. Where
     * nothing shares more than a word by chance, words fade and meaning decides. Among few documents how rare a word is
     * says little, so the part is larger there: this over the square root of their number, between the two bounds.
     */
    private static final double WORDS_FLOOR = 3.5;

    private static final double LOWEST_FLOOR = 0.15;
    private static final double HIGHEST_FLOOR = 0.5;

    /** Cosines of texts that have nothing to do with each other, and of such as say the same in other words. */
    private static final double UNRELATED = 0.1;

    private static final double RELATED = 0.6;

    /** How far a document rises to the best one of its group. */
    private static final double GROUP = 0.2;

    /** What the best learnt query of a tool counts beside the tool's own text. */
    private static final double LEARNT = 0.5;

    /**
     * How much nearer a query is to the best of a tool's learnt queries than to its description, whatever the tool, as
     * long as few tools with learnt queries tell it; and how many tools that assumption counts.
     */
    private static final double USUAL_BIAS = 0.2;

    private static final int USUAL_BIAS_COUNTS = 30;

    private final int[] slots;

    /** Mixes the scores of those documents. */
    public Fusion(int[] slots) {
        this.slots = slots.clone();
    }

    /** What words say, 0 to 1. */
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
     * How much speaks for the best document by itself, 0 to 1: the part of the query's words that it has, or how near its
     * meaning is. Where nothing fits there is a best one too.
     */
    public double evidence(Bm25Search.Scores scores, Optional<double[]> cosines) {
        double enough = HIGHEST_FLOOR * scores.atMost();
        double words = enough > 0 ? Math.min(1, highest(scores.bySlot()) / enough) : 0;
        double meaning = cosines.map(known -> Math.clamp((highest(known) - UNRELATED) / (RELATED - UNRELATED), 0, 1))
                .orElse(0.0);
        return Math.max(words, meaning);
    }

    /**
     * Meaning of a tool's text and of its best learnt query together. Queries resemble each other more than descriptions,
     * so their cosines are lowered by the mean difference: otherwise tools without learnt queries would sink.
     *
     * @param cosines to the tools' texts
     * @param learnt to the best learnt query of each tool
     */
    public double[] withLearnt(double[] cosines, double[] learnt) {
        double bias = bias(cosines, learnt);
        double[] joined = cosines.clone();
        for (int slot : slots) {
            if (!Double.isNaN(learnt[slot])) {
                double used = learnt[slot] - bias;
                double own = Double.isNaN(cosines[slot]) ? used : cosines[slot];
                joined[slot] = (1 - LEARNT) * own + LEARNT * used;
            }
        }
        return joined;
    }

    private double bias(double[] cosines, double[] learnt) {
        double sum = USUAL_BIAS * USUAL_BIAS_COUNTS;
        int count = USUAL_BIAS_COUNTS;
        for (int slot : slots) {
            double difference = learnt[slot] - cosines[slot];
            if (!Double.isNaN(difference)) {
                sum += difference;
                count++;
            }
        }
        return sum / count;
    }

    /** Words and meaning together, 0 to 1. A document whose meaning is not known has its words alone. */
    public double[] mix(double[] words, double[] cosines) {
        double high = highest(cosines);
        double range = high - lowest(cosines);
        double[] mixed = words.clone();
        for (int slot : slots) {
            if (!Double.isNaN(cosines[slot])) {
                double meaning = range > 0 ? 1 - (high - cosines[slot]) / range : 1;
                mixed[slot] = (1 - MEANING) * words[slot] + MEANING * meaning;
            }
        }
        return mixed;
    }

    /** The whole query and the best of its sentences, at least one, together: 0 to 1. */
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

    /** Lifts one document of a group whose best one scores that much: who needs one of a group often needs another. */
    public static double lifted(double score, double bestOfGroup) {
        return score + GROUP * (bestOfGroup - score);
    }

    /** Comparisons with {@link Double#NaN} are false: what is not known is neither highest nor lowest. */
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
