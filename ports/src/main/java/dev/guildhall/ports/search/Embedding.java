package dev.guildhall.ports.search;

import java.util.Arrays;

/**
 * What a text means, as a direction: two texts of a kind point the same way.
 *
 * @param values the coordinates; the length of the whole is 1, or 0 for a text that means nothing
 */
@SuppressWarnings("ArrayRecordComponent") // It is copied in and out, and equality looks into it.
public record Embedding(float[] values) {
    /** Copies the coordinates and brings them to length 1. */
    public Embedding {
        values = normalised(values);
    }

    @Override
    public float[] values() {
        return values.clone();
    }

    /** How many coordinates there are. */
    public int dimensions() {
        return values.length;
    }

    /** The cosine of the angle to another one of the same model: 1 for the same direction. */
    public float cosine(Embedding other) {
        float sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * other.values[i];
        }
        return sum;
    }

    private static float[] normalised(float[] given) {
        double square = 0;
        for (float value : given) {
            square += (double) value * value;
        }
        float[] unit = given.clone();
        double length = Math.sqrt(square);
        if (length > 0 && Math.abs(length - 1) > 1e-6) {
            for (int i = 0; i < unit.length; i++) {
                unit[i] = (float) (unit[i] / length);
            }
        }
        return unit;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Embedding embedding && Arrays.equals(values, embedding.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "Embedding[" + values.length + "]";
    }
}
