package dev.guildhall.core.search;

import java.util.Arrays;
import java.util.Optional;

/**
 * An inverted index: the documents of each word, identified by slots, with weights. Not thread-safe; only searches may
 * run in parallel.
 */
@SuppressWarnings("ReferenceEquality") // There is one mark of free places.
public final class Bm25Index {
    private static final int FIRST_CAPACITY = 8;

    /** The heap that a term needs beside its postings: two places of the table, and the headers of three objects. */
    private static final int BYTES_OF_TERM = 88;

    private static final Postings FREE = new Postings();

    /** The terms by their hashes, with open addressing. */
    private int[] terms = new int[FIRST_CAPACITY];

    private Postings[] postings = free(FIRST_CAPACITY);
    private int count;

    private int[] lengths = new int[FIRST_CAPACITY];
    private long bytesOfPostings;

    public Bm25Index copy() {
        Bm25Index copy = new Bm25Index();
        copy.terms = new int[terms.length];
        copy.postings = free(terms.length);
        for (int i = 0; i < terms.length; i++) {
            Postings ofTerm = postings[i];
            if (ofTerm.size > 0) {
                copy.insert(terms[i], ofTerm.copy());
            }
        }
        copy.lengths = lengths.clone();
        return copy;
    }

    private static Postings[] free(int capacity) {
        Postings[] free = new Postings[capacity];
        Arrays.fill(free, FREE);
        return free;
    }

    public void put(int slot, TermCounts counts) {
        if (slot >= lengths.length) {
            lengths = Arrays.copyOf(lengths, Math.max(slot + 1, lengths.length + lengths.length / 2));
        }
        lengths[slot] = counts.length();
        for (int i = 0; i < counts.terms().length; i++) {
            Postings ofTerm = ofTerm(counts.terms()[i]);
            bytesOfPostings -= ofTerm.bytes();
            ofTerm.add(slot, counts.weights()[i]);
            bytesOfPostings += ofTerm.bytes();
        }
    }

    private Postings ofTerm(int term) {
        Postings known = postings[place(term)];
        if (known != FREE) {
            return known;
        }
        if (count * 2 >= terms.length) {
            grow();
        }
        Postings fresh = new Postings();
        insert(term, fresh);
        return fresh;
    }

    /** Where the term stands, or the free place where it belongs. */
    private int place(int term) {
        int place = spread(term) & (terms.length - 1);
        while (postings[place] != FREE && terms[place] != term) {
            place = (place + 1) & (terms.length - 1);
        }
        return place;
    }

    /**
     * MurmurHash3's finaliser: the lower bits of an FNV hash depend on the lower bits of the characters alone, and the
     * tools of all users are in one table.
     */
    static int spread(int term) {
        int hash = (term ^ (term >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }

    private void insert(int term, Postings ofTerm) {
        int place = place(term);
        terms[place] = term;
        postings[place] = ofTerm;
        count++;
        bytesOfPostings += ofTerm.bytes();
    }

    /** Doubles the table, and leaves out the terms that no document has any more. */
    private void grow() {
        int[] oldTerms = terms;
        Postings[] oldPostings = postings;
        terms = new int[oldTerms.length * 2];
        postings = free(oldTerms.length * 2);
        count = 0;
        bytesOfPostings = 0;
        for (int i = 0; i < oldTerms.length; i++) {
            Postings ofTerm = oldPostings[i];
            if (ofTerm.size > 0) {
                insert(oldTerms[i], ofTerm);
            }
        }
    }

    public void remove(int slot, TermCounts counts) {
        for (int term : counts.terms()) {
            postings(term).ifPresent(ofTerm -> ofTerm.remove(slot));
        }
        lengths[slot] = 0;
    }

    /** About how many bytes of the heap the index needs. */
    public long bytes() {
        return bytesOfPostings + (long) BYTES_OF_TERM * count + (long) Integer.BYTES * lengths.length;
    }

    private Optional<Postings> postings(int term) {
        return Optional.of(postings[place(term)]).filter(known -> known != FREE);
    }

    Optional<Postings> postings(String term) {
        return postings(TermCounts.hash(term));
    }

    /** The weight of all words of a document, in tenths. */
    int length(int slot) {
        return lengths[slot];
    }

    /** The documents that contain a term, in any order, with weights up to {@link Character#MAX_VALUE}. Not thread-safe. */
    static final class Postings {
        private static final int FIRST_CAPACITY = 2;

        private int[] slots = new int[FIRST_CAPACITY];
        private char[] weights = new char[FIRST_CAPACITY];
        private int size;

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
                int capacity = size + Math.max(FIRST_CAPACITY, size / 2);
                slots = Arrays.copyOf(slots, capacity);
                weights = Arrays.copyOf(weights, capacity);
            }
            slots[size] = slot;
            weights[size] = (char) Math.min(weight, Character.MAX_VALUE);
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

        long bytes() {
            return (long) (Integer.BYTES + Character.BYTES) * slots.length;
        }

        void forEach(Visitor visitor) {
            for (int i = 0; i < size; i++) {
                visitor.visit(slots[i], weights[i]);
            }
        }
    }
}
