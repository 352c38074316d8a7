package dev.guildhall.ports.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddingTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 384, 1023})
    void the_cosine_is_the_sum_of_products_for_every_number_of_coordinates(int dimensions) {
        Random random = new Random(dimensions);
        Embedding one = random(random, dimensions);
        Embedding other = random(random, dimensions);

        double expected = 0;
        for (int i = 0; i < dimensions; i++) {
            expected += (double) one.values()[i] * other.values()[i];
        }

        assertThat((double) one.cosine(other)).isCloseTo(expected, within(1e-5));
        assertThat(one.cosine(one)).isCloseTo(1, within(1e-5f));
    }

    @Test
    void coordinates_are_normalised_and_zeros_stay_zeros() {
        assertThat(new Embedding(new float[] {3, 4}).values()).containsExactly(0.6f, 0.8f);
        assertThat(new Embedding(new float[] {0, 0}).values()).containsExactly(0, 0);
    }

    @Test
    void embeddings_of_different_sizes_are_not_compared() {
        Embedding two = new Embedding(new float[] {1, 0});
        Embedding three = new Embedding(new float[] {1, 0, 0});

        assertThatIllegalArgumentException().isThrownBy(() -> two.cosine(three));
        assertThatIllegalArgumentException().isThrownBy(() -> three.cosine(two));
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void a_coordinate_that_is_no_finite_number_is_refused(float odd) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Embedding(new float[] {1, odd}));
    }

    private static Embedding random(Random random, int dimensions) {
        float[] values = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return new Embedding(values);
    }
}
