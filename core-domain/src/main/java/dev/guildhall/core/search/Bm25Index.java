package dev.guildhall.core.search;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An inverted index: the documents of each word, identified by slots, with weights. Not thread-safe; only searches may
 * run in parallel.
 */
public final class Bm25Index {
    private static final int FIRST_CAPACITY = 64;

    private final Map<String, Postings> byTerm = new HashMap<>();
    private int[] lengths = new int[FIRST_CAPACITY];

    public Bm25Index copy() {
        Bm25Index copy = new Bm25Index();
        byTerm.forEach((term, postings) -> copy.byTerm.put(term, postings.copy()));
        copy.lengths = lengths.clone();
        return copy;
    }

    public void put(int slot, TermCounts counts) {
        if (slot >= lengths.length) {
            lengths = Arrays.copyOf(lengths, Math.max(slot + 1, lengths.length * 2));
        }
        lengths[slot] = counts.length();
        counts.byTerm()
                .forEach((term, weight) ->
                        byTerm.computeIfAbsent(term, any -> new Postings()).add(slot, weight));
    }

    public void remove(int slot, TermCounts counts) {
        for (String term : counts.byTerm().keySet()) {
            postings(term).ifPresent(postings -> {
                postings.remove(slot);
                if (postings.isEmpty()) {
                    byTerm.remove(term);
                }
            });
        }
        lengths[slot] = 0;
    }

    Optional<Postings> postings(String term) {
        return Optional.ofNullable(byTerm.get(term));
    }

    /** The weight of all words of a document, in tenths. */
    int length(int slot) {
        return lengths[slot];
    }

    /** The documents that contain a term, in any order, with weights. Not thread-safe. */
    static final class Postings {
        private static final int FIRST_CAPACITY = 4;

        private int[] slots = new int[FIRST_CAPACITY];
        private int[] weights = new int[FIRST_CAPACITY];
        private int size;

        /** Is called with each document. */
        interface Visitor {
            void visit(int slot, int weight);
        }

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
}
