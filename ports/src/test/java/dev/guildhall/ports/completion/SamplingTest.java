package dev.guildhall.ports.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingTest {
    private static Sampling warm(double temperature) {
        return new Sampling(Optional.empty(), OptionalDouble.of(temperature), OptionalInt.empty());
    }

    private static Sampling atMost(int tokens) {
        return new Sampling(Optional.empty(), OptionalDouble.empty(), OptionalInt.of(tokens));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.7, 2})
    void a_temperature_in_range_is_accepted(double temperature) {
        assertThat(warm(temperature).temperature()).hasValue(temperature);
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {-0.001, 2.001, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -Double.MIN_VALUE
            })
    void a_temperature_out_of_range_is_refused(double temperature) {
        assertThat(Violated.fieldsOf(() -> warm(temperature))).containsExactly("temperature");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void fewer_than_one_token_is_refused(int tokens) {
        assertThat(Violated.fieldsOf(() -> atMost(tokens))).containsExactly("maxTokens");
        assertThat(atMost(1).maxTokens()).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "gpt\n4", "gpt\u0000", "\ud83d"})
    void a_model_that_is_no_name_is_refused(String model) {
        assertThat(Violated.fieldsOf(() -> Sampling.model(model))).containsExactly("model");
    }

    @Test
    void a_model_has_200_characters_at_most_and_is_trimmed() {
        assertThat(Sampling.model(" " + "m".repeat(200)).model()).contains("m".repeat(200));
        assertThat(Violated.fieldsOf(() -> Sampling.model("m".repeat(201)))).containsExactly("model");
    }
}
