package dev.guildhall.core.memory.ranking;

import java.util.BitSet;

/**
 * What memories score together with those around them: their own, that of the turns before and after, and the best of their
 * conversation. What belongs to no conversation is one by itself, or facts would fall behind all that was ever said. For
 * one search.
 */
final class TurnScores {
    private final TurnOrder order;
    private final MemoryWeights.Around weights;
    private final double[] own;
    private final double[] beside;
    private final double[] bestOfTalk;

    /**
     * Looks around each memory.
     *
     * @param own by number; {@link Double#NaN} where it is not known. Those below 0 count for nothing elsewhere
     */
    TurnScores(TurnOrder order, BitSet memories, MemoryWeights.Around weights, double[] own) {
        this.order = order;
        this.weights = weights;
        this.own = own;
        beside = new double[own.length];
        bestOfTalk = new double[order.talks()];
        memories.stream().filter(slot -> slot < own.length).forEach(this::lookAround);
    }

    private void lookAround(int slot) {
        beside[slot] = weights.before() * at(order.before(slot)) + weights.after() * at(order.after(slot));
        int talk = order.talk(slot);
        if (talk != TurnOrder.NONE) {
            bestOfTalk[talk] = Math.max(bestOfTalk[talk], at(slot) + beside[slot]);
        }
    }

    private double at(int slot) {
        return slot != TurnOrder.NONE && own[slot] > 0 ? own[slot] : 0;
    }

    boolean knows(int slot) {
        return slot < own.length && !Double.isNaN(own[slot]);
    }

    double own(int slot) {
        return own[slot];
    }

    double beside(int slot) {
        return beside[slot];
    }

    /** The best of the conversation; 0 when there is none. */
    double talk(int slot) {
        int talk = order.talk(slot);
        return talk == TurnOrder.NONE ? 0 : bestOfTalk[talk];
    }

    double together(int slot) {
        double best = order.talk(slot) == TurnOrder.NONE ? at(slot) : talk(slot);
        return own[slot] + beside[slot] + weights.talk() * best;
    }
}
