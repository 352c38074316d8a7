package dev.guildhall.core.search;

import dev.guildhall.ports.search.Embedding;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The embeddings of documents, one array for each coordinate: so the machine compares several documents with a query at
 * once. All have one number of coordinates. Not thread-safe; comparisons alone may run side by side.
 */
final class MeaningTable {
    private static final int FIRST_CAPACITY = 64;

    private final float[][] columns;
    private final BitSet known = new BitSet();

    MeaningTable(int dimensions) {
        this.columns = new float[dimensions][FIRST_CAPACITY];
    }

    void put(int slot, Embedding meaning) {
        float[] values = meaning.values();
        for (int i = 0; i < columns.length; i++) {
            if (slot >= columns[i].length) {
                columns[i] = Arrays.copyOf(columns[i], Math.max(slot + 1, columns[i].length * 2));
            }
            columns[i][slot] = values[i];
        }
        known.set(slot);
    }

    void remove(int slot) {
        known.clear(slot);
    }

    boolean isEmpty() {
        return known.isEmpty();
    }

    /** The cosines of the first so many documents to a query; {@link Double#NaN} for those that are not known. */
    double[] cosines(Embedding query, int slots) {
        float[] values = query.values();
        float[] sums = new float[Math.min(slots, known.length())];
        for (int i = 0; i < columns.length; i++) {
            add(columns[i], values[i], sums);
        }
        double[] cosines = new double[slots];
        for (int slot = 0; slot < slots; slot++) {
            cosines[slot] = known.get(slot) ? sums[slot] : Double.NaN;
        }
        return cosines;
    }

    private static void add(float[] column, float factor, float[] sums) {
        for (int slot = 0; slot < sums.length; slot++) {
            sums[slot] += factor * column[slot];
        }
    }
}
