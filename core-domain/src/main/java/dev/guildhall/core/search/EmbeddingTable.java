package dev.guildhall.core.search;

import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The quantised embeddings of documents, which are compared with queries in whole numbers. All have the same number of
 * coordinates. Not thread-safe; only comparisons may run in parallel.
 */
public final class EmbeddingTable {
    /** An empty table that accepts no embeddings. */
    public static final EmbeddingTable NONE = new EmbeddingTable(0);

    private static final int FIRST_CAPACITY = 8;

    /** How many documents one array has at most, so that a growing table copies little. */
    private static final int BLOCK = 1_024;

    /** Coordinates of queries are whole numbers up to this: a sum of 500 products cannot overflow. */
    private static final int QUERY_MOST = 32_767;

    private final int dimensions;
    private final BitSet known;
    private byte[][] blocks;
    private float[] scales;

    public EmbeddingTable(int dimensions) {
        this(dimensions, new BitSet(), new byte[0][], new float[0]);
    }

    private EmbeddingTable(int dimensions, BitSet known, byte[][] blocks, float[] scales) {
        this.dimensions = dimensions;
        this.known = known;
        this.blocks = blocks;
        this.scales = scales;
    }

    public EmbeddingTable copy() {
        byte[][] copied = Arrays.stream(blocks).map(byte[]::clone).toArray(byte[][]::new);
        return new EmbeddingTable(dimensions, (BitSet) known.clone(), copied, scales.clone());
    }

    public void put(int slot, Embedding embedding) {
        put(slot, QuantisedEmbedding.of(embedding));
    }

    public void put(int slot, QuantisedEmbedding embedding) {
        reserve(slot);
        embedding.copyTo(blocks[slot / BLOCK], slot % BLOCK * dimensions);
        scales[slot] = embedding.scale();
        known.set(slot);
    }

    private void reserve(int slot) {
        if (slot >= scales.length) {
            scales = Arrays.copyOf(scales, Math.max(FIRST_CAPACITY, Math.max(slot + 1, slot + slot / 2)));
        }
        int block = slot / BLOCK;
        if (block >= blocks.length) {
            int before = blocks.length;
            blocks = Arrays.copyOf(blocks, block + 1);
            Arrays.fill(blocks, before, blocks.length, new byte[0]);
        }
        int documents = slot % BLOCK + 1;
        if (documents * dimensions > blocks[block].length) {
            int capacity = block > 0 ? BLOCK : Math.clamp(documents * 2L, FIRST_CAPACITY, BLOCK);
            blocks[block] = Arrays.copyOf(blocks[block], capacity * dimensions);
        }
    }

    public void remove(int slot) {
        known.clear(slot);
    }

    /** Clears the bits of the documents with an embedding. */
    public void removeKnown(BitSet slots) {
        slots.andNot(known);
    }

    public boolean isEmpty() {
        return known.isEmpty();
    }

    /** About how many bytes of the heap the table needs. */
    public long bytes() {
        long bytes = (long) Float.BYTES * scales.length;
        for (byte[] block : blocks) {
            bytes += block.length;
        }
        return bytes;
    }

    /**
     * The cosines of the first documents to each query, in the order of the queries; {@link Double#NaN} for documents
     * without an embedding.
     */
    public List<double[]> cosines(List<Embedding> queries, int slots) {
        return queries.stream().map(query -> cosines(query, slots)).toList();
    }

    private double[] cosines(Embedding query, int slots) {
        double[] cosines = new double[slots];
        Arrays.fill(cosines, Double.NaN);
        float largest = 0;
        float[] exact = query.values();
        for (float value : exact) {
            largest = Math.max(largest, Math.abs(value));
        }
        int most = QUERY_MOST / Math.max(1, Math.ceilDiv(dimensions, 500));
        int[] factors = new int[dimensions];
        float step = largest > 0 ? largest / most : 1;
        for (int i = 0; i < Math.min(dimensions, exact.length); i++) {
            factors[i] = Math.round(exact[i] / step);
        }
        for (int slot = known.nextSetBit(0); slot >= 0 && slot < slots; slot = known.nextSetBit(slot + 1)) {
            int sum = sum(factors, blocks[slot / BLOCK], slot % BLOCK * dimensions);
            cosines[slot] = (double) sum * step * scales[slot];
        }
        return cosines;
    }

    /** Adds four products at once, which takes half the time before the method is compiled with optimisations. */
    private static int sum(int[] factors, byte[] values, int from) {
        int sum = 0;
        int rest = factors.length % 4;
        for (int i = 0; i < factors.length - rest; i += 4) {
            sum += factors[i] * values[from + i]
                    + factors[i + 1] * values[from + i + 1]
                    + factors[i + 2] * values[from + i + 2]
                    + factors[i + 3] * values[from + i + 3];
        }
        for (int i = factors.length - rest; i < factors.length; i++) {
            sum += factors[i] * values[from + i];
        }
        return sum;
    }
}
