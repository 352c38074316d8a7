package dev.guildhall.core.inmemory.defaults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.problem.Violation;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequiredFieldsValidatorTest {
    private static final List<Object> VALUES =
            Arrays.asList("text", 7, 1L << 40, BigInteger.TEN, 7.0, 0.5, true, List.of(), Map.of(), null);

    private final RequiredFieldsValidator validator = new RequiredFieldsValidator();

    private boolean fits(String type, Object value) {
        Map<String, Object> schema = Map.of("properties", Map.of("x", Map.of("type", type)));
        return validator
                .violations(schema, Collections.singletonMap("x", value))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "string, 0",
        "number, 1 2 3 4 5",
        "integer, 1 2 3 4",
        "boolean, 6",
        "array, 7",
        "object, 8",
        "unheard, 0 1 2 3 4 5 6 7 8 9"
    })
    void only_values_of_the_type_fit(String type, String fitting) {
        List<Integer> expected =
                Arrays.stream(fitting.split(" ")).map(Integer::valueOf).toList();

        for (int i = 0; i < VALUES.size(); i++) {
            assertThat(fits(type, VALUES.get(i)))
                    .as("%s as %s", VALUES.get(i), type)
                    .isEqualTo(expected.contains(i));
        }
    }

    @Test
    void all_violations_are_reported_together() {
        Map<String, Object> schema = Map.of(
                "required", List.of("a", "b"),
                "properties", Map.of("b", Map.of("type", "string"), "c", Map.of("type", "integer")),
                "additionalProperties", false);

        assertThat(validator.violations(schema, Map.of("c", "x", "d", 1)))
                .containsExactlyInAnyOrder(
                        new Violation("a", "is required"),
                        new Violation("b", "is required"),
                        new Violation("c", "must be of type integer"),
                        new Violation("d", "is not a parameter of this tool"));
    }

    @Test
    void violation_names_the_options_and_the_bounds() {
        Map<String, Object> schema = Map.of(
                "properties",
                Map.of(
                        "a", Map.of("enum", List.of("x", 2)),
                        "b", Map.of("type", "string", "maxLength", 2),
                        "c", Map.of("minimum", 1, "maximum", 9)));

        assertThat(validator.violations(schema, Map.of("a", "y", "b", "abc", "c", 10)))
                .containsExactlyInAnyOrder(
                        new Violation("a", "must be one of [x, 2]"),
                        new Violation("b", "must have at most 2 characters"),
                        new Violation("c", "must be at most 9"));
        assertThat(validator.violations(schema, Map.of("c", 0)))
                .containsExactly(new Violation("c", "must be at least 1"));
        assertThat(validator.violations(schema, Collections.singletonMap("a", null)))
                .containsExactly(new Violation("a", "must be one of [x, 2]"));
    }

    @Test
    void an_empty_schema_allows_everything() {
        assertThat(validator.violations(Map.of(), Map.of("x", 1))).isEmpty();
        assertThat(validator.violations(Map.of("properties", "odd", "required", 7), Map.of("x", 1)))
                .isEmpty();
    }
}
