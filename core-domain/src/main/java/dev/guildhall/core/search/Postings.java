package dev.guildhall.core.search;

import java.util.Arrays;

/** The documents that contain a term, in any order, with weights. Not thread-safe. */
final class Postings {
    private static final int FIRST_CAPACITY = 4;

    private int[] slots = new int[FIRST_CAPACITY];
    private int[] weights = new int[FIRST_CAPACITY];
    private int size;

    /** Is called with each document. */
    interface Visitor {
        void visit(int slot, int weight);
    }

    /** A copy with the same documents. */
    Postings copy() {
        Postings copy = new Postings();
        copy.slots = slots.clone();
        copy.weights = weights.clone();
        copy.size = size;
        return copy;
    }

    void add(int slot, int weight) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
        }
        slots[size] = slot;
        weights[size] = weight;
        size++;
    }

    void remove(int slot) {
        for (int i = 0; i < size; i++) {
            if (slots[i] == slot) {
                size--;
                slots[i] = slots[size];
                weights[i] = weights[size];
                return;
            }
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    void forEach(Visitor visitor) {
        for (int i = 0; i < size; i++) {
            visitor.visit(slots[i], weights[i]);
        }
    }
}
