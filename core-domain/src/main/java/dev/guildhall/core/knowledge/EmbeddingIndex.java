package dev.guildhall.core.knowledge;

import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The embeddings of the first passages of one document, with eight bits for each coordinate. The signs of the coordinates
 * tell at little cost which passages are worth an exact comparison. Immutable.
 */
final class EmbeddingIndex {
    static final EmbeddingIndex NONE = new EmbeddingIndex(0, 0);
    private static final int HEADER = Integer.BYTES;

    private final int count;
    private final int dimensions;
    private final byte[] values;
    private final float[] scales;
    private final long[] signs;
    private final int words;

    private EmbeddingIndex(int count, int dimensions) {
        this.count = count;
        this.dimensions = dimensions;
        this.values = new byte[count * dimensions];
        this.scales = new float[count];
        this.words = Math.ceilDiv(dimensions, Long.SIZE);
        this.signs = new long[count * words];
    }

    /** Some embeddings as one value; all have the same number of coordinates. */
    static byte[] write(List<Embedding> embeddings) {
        int dimensions = embeddings.getFirst().dimensions();
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + embeddings.size() * (Float.BYTES + dimensions));
        bytes.putInt(dimensions);
        for (Embedding embedding : embeddings) {
            QuantisedEmbedding quantised = QuantisedEmbedding.of(embedding);
            bytes.putFloat(quantised.scale()).put(quantised.values());
        }
        return bytes.array();
    }

    /** The embeddings of values that {@link #write} wrote, in their order. */
    static EmbeddingIndex of(List<byte[]> stored) {
        int dimensions = ByteBuffer.wrap(stored.getFirst()).getInt();
        int size = Float.BYTES + dimensions;
        int count =
                stored.stream().mapToInt(part -> (part.length - HEADER) / size).sum();
        EmbeddingIndex index = new EmbeddingIndex(count, dimensions);
        int slot = 0;
        for (byte[] part : stored) {
            ByteBuffer bytes = ByteBuffer.wrap(part).position(HEADER);
            while (bytes.remaining() >= size) {
                index.scales[slot] = bytes.getFloat();
                bytes.get(index.values, slot * dimensions, dimensions);
                index.sign(slot);
                slot++;
            }
        }
        return index;
    }

    private void sign(int slot) {
        for (int i = 0; i < dimensions; i++) {
            if (values[slot * dimensions + i] > 0) {
                signs[slot * words + i / Long.SIZE] |= 1L << i;
            }
        }
    }

    int count() {
        return count;
    }

    long bytes() {
        return (long) values.length + (long) scales.length * Float.BYTES + (long) signs.length * Long.BYTES;
    }

    /** A query as these indexes compare it. */
    static final class Query {
        /** A sum of 500 products of such a number and a byte does not overflow. */
        private static final int MOST = 32_767;

        private final int[] factors;
        private final float step;
        private final long[] signs;

        Query(Embedding embedding) {
            float[] exact = embedding.values();
            float largest = 0;
            for (float value : exact) {
                largest = Math.max(largest, Math.abs(value));
            }
            int most = MOST / Math.max(1, Math.ceilDiv(exact.length, 500));
            step = largest > 0 ? largest / most : 1;
            factors = new int[exact.length];
            signs = new long[Math.ceilDiv(exact.length, Long.SIZE)];
            for (int i = 0; i < exact.length; i++) {
                factors[i] = Math.round(exact[i] / step);
                if (exact[i] > 0) {
                    signs[i / Long.SIZE] |= 1L << i;
                }
            }
        }

        int dimensions() {
            return factors.length;
        }
    }

    boolean compares(Query query) {
        return count > 0 && dimensions == query.dimensions();
    }

    /** How many coordinates have another sign than those of the query. */
    int distance(Query query, int passage) {
        int distance = 0;
        for (int i = 0; i < words; i++) {
            distance += Long.bitCount(signs[passage * words + i] ^ query.signs[i]);
        }
        return distance;
    }

    /** Adds the embedding of a passage to a sum; false when it has none. */
    boolean addTo(float[] sum, int passage) {
        if (passage >= count || sum.length != dimensions) {
            return false;
        }
        for (int i = 0; i < dimensions; i++) {
            sum[i] += values[passage * dimensions + i] * scales[passage];
        }
        return true;
    }

    double cosine(Query query, int passage) {
        int from = passage * dimensions;
        int sum = 0;
        for (int i = 0; i < dimensions; i++) {
            sum += query.factors[i] * values[from + i];
        }
        return (double) sum * query.step * scales[passage];
    }
}
