package dev.guildhall.core.search;

import java.util.Collection;
import java.util.Map;

/** What memories score by words: their own, those said beside them, and the best of their conversation. For one search. */
final class TurnScores {
    private final MemoryShelf shelf;
    private final MemoryWeights weights;
    private final double[] own;
    private final double[] beside;
    private final double[] bestOfTalk;
    private final double atMost;

    TurnScores(MemoryShelf shelf, MemoryWeights weights, Collection<String> terms) {
        this.shelf = shelf;
        this.weights = weights;
        Bm25Search.Scope all = new Bm25Search.Scope(shelf.taken(), Map.of());
        Bm25Search.Scores scores = new Bm25Search(shelf.words(), all, Bm25Search.Curve.TURNS).scores(terms);
        own = scores.bySlot();
        atMost = scores.atMost();
        beside = new double[own.length];
        bestOfTalk = new double[shelf.order().talks()];
        shelf.taken().stream().forEach(this::lookAround);
    }

    private void lookAround(int slot) {
        TurnOrder order = shelf.order();
        beside[slot] = weights.before() * at(order.before(slot)) + weights.after() * at(order.after(slot));
        int talk = order.talk(slot);
        if (talk != TurnOrder.NONE) {
            bestOfTalk[talk] = Math.max(bestOfTalk[talk], own[slot] + beside[slot]);
        }
    }

    private double at(int slot) {
        return slot == TurnOrder.NONE ? 0 : own[slot];
    }

    double own(int slot) {
        return own[slot];
    }

    double beside(int slot) {
        return beside[slot];
    }

    double talk(int slot) {
        int talk = shelf.order().talk(slot);
        return talk == TurnOrder.NONE ? 0 : bestOfTalk[talk];
    }

    double together(int slot) {
        return own[slot] + beside[slot] + weights.talk() * talk(slot);
    }

    /** What no memory's own words can reach. */
    double atMost() {
        return atMost;
    }
}
