package dev.guildhall.core.search;

import dev.guildhall.ports.search.Embedding;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The embeddings of documents, one array for each coordinate, so that the processor compares several documents with a
 * query at once. All have the same number of coordinates. Not thread-safe; only comparisons may run in parallel.
 */
public final class EmbeddingTable {
    /** An empty table that accepts no embeddings. */
    public static final EmbeddingTable NONE = new EmbeddingTable(0);

    private static final int FIRST_CAPACITY = 8;

    /** How many coordinates are added at once; the arrays after the last coordinate contain zeros. */
    private static final int COLUMNS_AT_ONCE = 4;

    /**
     * How many documents are compared with all queries before the next ones: their sums stay in the first-level cache.
     */
    private static final int BLOCK = 1_024;

    private final float[][] columns;
    private final BitSet known;

    public EmbeddingTable(int dimensions) {
        this(
                new float[Math.max(1, Math.ceilDiv(dimensions, COLUMNS_AT_ONCE)) * COLUMNS_AT_ONCE][FIRST_CAPACITY],
                new BitSet());
    }

    private EmbeddingTable(float[][] columns, BitSet known) {
        this.columns = columns;
        this.known = known;
    }

    public EmbeddingTable copy() {
        return new EmbeddingTable(
                Arrays.stream(columns).map(float[]::clone).toArray(float[][]::new), (BitSet) known.clone());
    }

    public void put(int slot, Embedding meaning) {
        int capacity = columns[0].length;
        if (slot >= capacity) {
            int larger = Math.max(slot + 1, capacity + capacity / 2);
            Arrays.setAll(columns, i -> Arrays.copyOf(columns[i], larger));
        }
        float[] values = meaning.values();
        for (int i = 0; i < values.length; i++) {
            columns[i][slot] = values[i];
        }
        known.set(slot);
    }

    public void remove(int slot) {
        known.clear(slot);
    }

    public boolean isEmpty() {
        return known.isEmpty();
    }

    /**
     * The cosines of the first documents to each query, in the order of the queries; {@link Double#NaN} for documents
     * without an embedding.
     */
    public List<double[]> cosines(List<Embedding> queries, int slots) {
        int compared = Math.min(slots, known.length());
        float[][] factors = new float[queries.size()][];
        Arrays.setAll(factors, i -> Arrays.copyOf(queries.get(i).values(), columns.length));
        float[][] sums = new float[queries.size()][compared];
        for (int from = 0; from < compared; from += BLOCK) {
            int to = Math.min(compared, from + BLOCK);
            for (int column = 0; column < columns.length; column += COLUMNS_AT_ONCE) {
                for (int query = 0; query < factors.length; query++) {
                    add(column, factors[query], sums[query], from, to);
                }
            }
        }
        return Arrays.stream(sums).map(ofQuery -> cosines(ofQuery, slots)).toList();
    }

    private void add(int column, float[] factors, float[] sums, int from, int to) {
        float[] first = columns[column];
        float[] second = columns[column + 1];
        float[] third = columns[column + 2];
        float[] fourth = columns[column + 3];
        float ofFirst = factors[column];
        float ofSecond = factors[column + 1];
        float ofThird = factors[column + 2];
        float ofFourth = factors[column + 3];
        for (int slot = from; slot < to; slot++) {
            sums[slot] +=
                    ofFirst * first[slot] + ofSecond * second[slot] + ofThird * third[slot] + ofFourth * fourth[slot];
        }
    }

    private double[] cosines(float[] sums, int slots) {
        double[] cosines = new double[slots];
        for (int slot = 0; slot < slots; slot++) {
            cosines[slot] = known.get(slot) ? sums[slot] : Double.NaN;
        }
        return cosines;
    }
}
