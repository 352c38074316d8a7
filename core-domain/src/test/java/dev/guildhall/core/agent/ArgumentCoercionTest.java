package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArgumentCoercionTest {
    private static final Map<String, Object> NUMBERS = Map.of("type", "array", "items", Map.of("type", "integer"));

    private static Map<String, Object> of(Object type, Object value) {
        Map<String, Object> property = type instanceof Map<?, ?> ? copy(type) : Map.of("type", type);
        return ArgumentCoercion.of(
                Map.of("properties", Map.of("x", property), "required", List.of("x")),
                Collections.singletonMap("x", value));
    }

    private static Map<String, Object> copy(Object map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) map).forEach((name, value) -> copy.put(String.valueOf(name), value));
        return copy;
    }

    static Stream<Arguments> meaningOneThing() {
        return Stream.of(
                arguments("integer", "12", 12L),
                arguments("integer", "-7", -7L),
                arguments("number", "12", 12L),
                arguments("number", "0.25", 0.25),
                arguments("boolean", "true", true),
                arguments("boolean", "false", false),
                arguments("string", 12, "12"),
                arguments("string", 0.5, "0.5"),
                arguments(List.of("integer", "null"), "3", 3L),
                arguments(NUMBERS, 1, List.of(1)),
                arguments(NUMBERS, "1", List.of(1L)),
                arguments(NUMBERS, List.of("1", 2), List.of(1L, 2)),
                arguments(
                        Map.of("type", "object", "properties", Map.of("n", Map.of("type", "integer"))),
                        Map.of("n", "5", "other", "6"),
                        Map.of("n", 5L, "other", "6")));
    }

    @ParameterizedTest
    @MethodSource("meaningOneThing")
    void what_can_mean_but_one_thing_becomes_it(Object type, Object given, Object meant) {
        assertThat(of(type, given)).isEqualTo(Map.of("x", meant));
    }

    static Stream<Arguments> losing() {
        return Stream.of(
                arguments("integer", "12.5"),
                arguments("integer", 12.5),
                arguments("integer", "012"),
                arguments("integer", " 12"),
                arguments("integer", "twelve"),
                arguments("integer", "9999999999999999999999"),
                arguments("integer", true),
                arguments("number", "1e400"),
                arguments("number", "0.1234567890123456789"),
                arguments("boolean", "yes"),
                arguments("boolean", 1),
                arguments("string", true),
                arguments("string", 1e300),
                arguments("string", List.of("a")),
                arguments(NUMBERS, "[1, 2]"),
                arguments("object", "{}"),
                arguments("unheard-of", "x"));
    }

    @ParameterizedTest
    @MethodSource("losing")
    void what_would_lose_or_invent_something_stays_as_it_is(Object type, Object given) {
        assertThat(of(type, given)).isEqualTo(Map.of("x", given));
    }

    @Test
    void null_for_what_may_be_left_out_is_left_out() {
        Map<String, Object> schema = Map.of(
                "properties",
                Map.of(
                        "x",
                        Map.of("type", "string"),
                        "y",
                        Map.of("type", List.of("string", "null")),
                        "z",
                        Map.of("type", "string")),
                "required",
                List.of("z"));
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("x", null);
        given.put("y", null);
        given.put("z", null);

        assertThat(ArgumentCoercion.of(schema, given)).containsOnlyKeys("y", "z");
    }
}
