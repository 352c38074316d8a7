package dev.guildhall.core.memory.ranking;

import java.util.BitSet;

/**
 * The scores of memories together with their neighbours: their own, those of the turns before and after, and the best
 * of their conversation. A memory without a conversation counts as its own, since facts would otherwise rank after all
 * turns. For one search.
 */
final class TurnScores {
    private final TurnOrder order;
    private final MemoryWeights.Around weights;
    private final double[] own;
    private final double[] beside;
    private final double[] bestOfConversation;

    /** The own scores are by slot, {@link Double#NaN} where unknown. Negative ones do not count for neighbours. */
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

    /** The best score of the conversation; 0 when there is none. */
    double conversation(int slot) {
        int conversation = order.conversation(slot);
        return conversation == TurnOrder.NONE ? 0 : bestOfConversation[conversation];
    }

    double together(int slot) {
        double best = order.conversation(slot) == TurnOrder.NONE ? at(slot) : conversation(slot);
        return own[slot] + beside[slot] + weights.conversation() * best;
    }
}
