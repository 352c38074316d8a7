package dev.guildhall.ports.search;

import java.util.Arrays;
import java.util.List;

/**
 * The meaning of a text as a vector: texts with similar meanings have similar directions.
 *
 * @param values the coordinates; the length of the vector is 1, or 0 for a text without a meaning
 */
@SuppressWarnings("ArrayRecordComponent") // The array is copied in and out, and equality compares its content.
public record Embedding(float[] values) {
    /**
     * Copies the coordinates and normalises the vector to length 1.
     *
     * @throws IllegalArgumentException when one of them is not a finite number
     */
    public Embedding {
        values = normalised(values);
    }

    @Override
    public float[] values() {
        return values.clone();
    }

    /** The number of coordinates. */
    public int dimensions() {
        return values.length;
    }

    /**
     * The cosine of the angle to another embedding of the same model: 1 for the same direction.
     *
     * @throws IllegalArgumentException when the other one has another number of coordinates
     */
    public float cosine(Embedding other) {
        if (values.length != other.values.length) {
            throw new IllegalArgumentException(
                    "embeddings of " + values.length + " and of " + other.values.length + " coordinates");
        }
        // Four independent sums: with a single sum, each addition waits for the one before.
        float first = 0;
        float second = 0;
        float third = 0;
        float fourth = 0;
        int i = 0;
        for (; i + 3 < values.length; i += 4) {
            first += values[i] * other.values[i];
            second += values[i + 1] * other.values[i + 1];
            third += values[i + 2] * other.values[i + 2];
            fourth += values[i + 3] * other.values[i + 3];
        }
        for (; i < values.length; i++) {
            first += values[i] * other.values[i];
        }
        return first + second + third + fourth;
    }

    /**
     * The mean direction of several embeddings of the same model, with equal weights.
     *
     * @param others at least one, all with the same number of coordinates
     */
    public static Embedding mean(List<Embedding> others) {
        float[] sum = new float[others.getFirst().dimensions()];
        for (Embedding other : others) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += other.values[i];
            }
        }
        return new Embedding(sum);
    }

    private static float[] normalised(float[] given) {
        double square = 0;
        for (float value : given) {
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("a coordinate must be a finite number");
            }
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
