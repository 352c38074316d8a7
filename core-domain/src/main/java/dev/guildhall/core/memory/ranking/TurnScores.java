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
    private final double[] bestOfConversation;

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
        bestOfConversation = new double[order.conversations()];
        memories.stream().filter(slot -> slot < own.length).forEach(this::lookAround);
    }

    private void lookAround(int slot) {
        beside[slot] = weights.before() * at(order.before(slot)) + weights.after() * at(order.after(slot));
        int conversation = order.conversation(slot);
        if (conversation != TurnOrder.NONE) {
            bestOfConversation[conversation] = Math.max(bestOfConversation[conversation], at(slot) + beside[slot]);
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
    double conversation(int slot) {
        int conversation = order.conversation(slot);
        return conversation == TurnOrder.NONE ? 0 : bestOfConversation[conversation];
    }

    double together(int slot) {
        double best = order.conversation(slot) == TurnOrder.NONE ? at(slot) : conversation(slot);
        return own[slot] + beside[slot] + weights.conversation() * best;
    }
}
