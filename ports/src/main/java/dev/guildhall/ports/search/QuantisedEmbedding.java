package dev.guildhall.ports.search;

import java.util.Arrays;

/**
 * An embedding with eight bits for each coordinate. For a few hundred coordinates, cosines differ by about 0.001 from
 * those of the original.
 *
 * @param values the coordinates divided by the scale, -127 to 127
 * @param scale the value of one step, 0 or more
 */
@SuppressWarnings("ArrayRecordComponent") // The array is copied in and out, and equality compares its content.
public record QuantisedEmbedding(byte[] values, float scale) {
    private static final int MOST = 127;

    public QuantisedEmbedding {
        values = values.clone();
    }

    public static QuantisedEmbedding of(Embedding embedding) {
        float[] exact = embedding.values();
        float largest = 0;
        for (float value : exact) {
            largest = Math.max(largest, Math.abs(value));
        }
        float scale = largest / MOST;
        byte[] values = new byte[exact.length];
        for (int i = 0; i < exact.length && scale > 0; i++) {
            values[i] = (byte) Math.clamp(Math.round(exact[i] / scale), -MOST, MOST);
        }
        return new QuantisedEmbedding(values, scale);
    }

    @Override
    public byte[] values() {
        return values.clone();
    }

    /** The number of coordinates. */
    public int dimensions() {
        return values.length;
    }

    /** Copies the coordinates to a position of an array. */
    public void copyTo(byte[] target, int position) {
        System.arraycopy(values, 0, target, position, values.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QuantisedEmbedding embedding
                && scale == embedding.scale
                && Arrays.equals(values, embedding.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(values) + Float.hashCode(scale);
    }

    @Override
    public String toString() {
        return "QuantisedEmbedding[" + values.length + "]";
    }
}
