package dev.guildhall.integrations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.testkit.contract.tool.SchemaValidatorContract;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSchemaValidatorTest implements SchemaValidatorContract {
    private final JsonSchemaValidator validator = new JsonSchemaValidator();

    @Override
    public SchemaValidator validator() {
        return validator;
    }

    @Test
    void path_leads_into_lists_and_objects() {
        Map<String, Object> item = Map.of(
                "type", "object", "properties", Map.of("name", Map.of("type", "string")), "required", List.of("id"));
        Map<String, Object> schema = properties(Map.of("items", Map.of("type", "array", "items", item)));

        List<Violation> violations = validator.violations(schema, Map.of("items", List.of(Map.of("name", 7))));

        assertThat(violations)
                .containsExactlyInAnyOrder(
                        new Violation("items[0].name", "must be a string"),
                        new Violation("items[0].id", "is required"));
    }

    @Test
    void unknown_parameter_is_named() {
        Map<String, Object> schema = Map.of("type", "object", "additionalProperties", false);

        assertThat(validator.violations(schema, Map.of("extra", 1)))
                .containsExactly(new Violation("extra", "is not a known parameter"));
    }

    @Test
    void choice_is_told() {
        Map<String, Object> schema = properties(Map.of("unit", Map.of("enum", List.of("km", "mile"))));

        assertThat(validator.violations(schema, Map.of("unit", "inch")))
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.field()).isEqualTo("unit");
                    assertThat(violation.message()).contains("km").contains("mile");
                });
    }

    @Test
    void bounds_are_told() {
        Map<String, Object> schema = properties(Map.of("n", Map.of("type", "integer", "maximum", 10)));

        assertThat(validator.violations(schema, Map.of("n", 11)))
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.field()).isEqualTo("n");
                    assertThat(violation.message()).contains("10");
                });
    }

    @Test
    void number_of_violations_is_bounded() {
        Map<String, Object> schema = Map.of("type", "object", "additionalProperties", false);
        Map<String, Object> value = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            value.put("p" + i, i);
        }

        assertThat(validator.violations(schema, value)).hasSize(JsonSchemaValidator.MAX_VIOLATIONS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9/schema.json",
                "https://example.com/schema.json",
                "file:///etc/passwd",
                "classpath:/logback.xml",
                "resource:/draft-07.json",
                "jar:file:/x.jar!/y",
                "other.json",
                "#/$defs/missing",
                "urn:x:y"
            })
    void reference_to_something_else_is_never_loaded_and_accepts_any_value(String reference) {
        Map<String, Object> schema = properties(Map.of("a", Map.of("$ref", reference), "b", Map.of("type", "string")));

        assertThat(validator.violations(schema, Map.of("a", 1, "b", "x"))).isEmpty();
        assertThat(validator.violations(schema, Map.of("a", 1, "b", 2)))
                .containsExactly(new Violation("b", "must be a string"));
        assertThat(validator.usesWhole(schema)).isFalse();
    }

    @Test
    void what_the_check_and_models_do_not_get_is_named_by_its_path() {
        Map<String, Object> schema = Map.of(
                "type",
                "object",
                "properties",
                Map.of(
                        "a", Map.of("type", "string", "pattern", "(?<x"),
                        "b", Map.of("anyOf", List.of(Map.of("type", "string"), Map.of("$ref", "#/$defs/none")))),
                "allOf",
                List.of(Map.of("required", List.of("a"))));
        String unchecked = "is not checked, since the check cannot use it";
        String simpler = "is simplified for models, whose APIs do not take it";

        assertThat(validator.simplified(schema))
                .containsExactlyInAnyOrder(
                        new Violation("inputSchema.properties.a.pattern", unchecked),
                        new Violation("inputSchema.properties.b.anyOf[1].$ref", unchecked),
                        new Violation("inputSchema.properties.b.anyOf[1].$ref", simpler),
                        new Violation("inputSchema.allOf", simpler));
        assertThat(validator.simplified(properties(Map.of("a", Map.of("type", "string")))))
                .isEmpty();
    }

    @Test
    void what_is_left_out_of_a_large_schema_is_named_up_to_a_bound() {
        Map<String, Object> broken = new LinkedHashMap<>();
        for (int i = 0; i < 100; i++) {
            broken.put("p" + i, Map.of("type", "string", "pattern", "("));
        }

        assertThat(validator.simplified(properties(broken))).hasSize(20);
    }

    @Test
    void reference_within_the_schema_is_followed() {
        Map<String, Object> schema = new LinkedHashMap<>(properties(Map.of("a", Map.of("$ref", "#/$defs/text"))));
        schema.put("$defs", Map.of("text", Map.of("type", "string")));
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");

        assertThat(validator.violations(schema, Map.of("a", 1)))
                .containsExactly(new Violation("a", "must be a string"));
        assertThat(validator.violations(schema, Map.of("a", "x"))).isEmpty();
    }

    @Test
    void two_schemas_with_one_id_stay_apart() {
        Map<String, Object> text = new LinkedHashMap<>(properties(Map.of("a", Map.of("type", "string"))));
        Map<String, Object> number = new LinkedHashMap<>(properties(Map.of("a", Map.of("type", "number"))));
        text.put("$id", "https://example.com/same");
        number.put("$id", "https://example.com/same");

        assertThat(validator.violations(text, Map.of("a", "x"))).isEmpty();
        assertThat(validator.violations(number, Map.of("a", 1))).isEmpty();
    }

    static Stream<Map<String, Object>> partsThatAreNoSchema() {
        return Stream.of(
                Map.of("pattern", "("),
                Map.of("$ref", 7),
                Map.of("type", "text"),
                Map.of("type", List.of()),
                Map.of("required", true),
                Map.of("minLength", "1"),
                Map.of("enum", "a"),
                Map.of("exclusiveMinimum", true),
                Map.of("items", List.of(Map.of("type", "string"))),
                Map.of("anyOf", List.of()),
                Map.of("$anchor", "x", "$ref", "#y"),
                Map.of("patternProperties", Map.of("(", Map.of("type", "string"))));
    }

    @ParameterizedTest
    @MethodSource("partsThatAreNoSchema")
    void a_part_that_is_no_schema_is_left_out_and_the_rest_is_checked(Map<String, Object> part) {
        Map<String, Object> schema = properties(Map.of("a", part, "b", Map.of("type", "string")));

        assertThat(validator.violations(schema, Map.of("a", "x", "b", "x"))).isEmpty();
        assertThat(validator.violations(schema, Map.of("a", "x", "b", 2)))
                .containsExactly(new Violation("b", "must be a string"));
    }

    @Test
    void older_dialects_have_their_own_forms_of_keywords() {
        Map<String, Object> pair =
                Map.of("type", "array", "items", List.of(Map.of("type", "string"), Map.of("type", "integer")));
        Map<String, Object> draft7 = new LinkedHashMap<>(properties(Map.of("a", pair)));
        draft7.put("$schema", "http://json-schema.org/draft-07/schema#");
        Map<String, Object> positive = Map.of("type", "integer", "minimum", 0, "exclusiveMinimum", true);
        Map<String, Object> draft4 = new LinkedHashMap<>(properties(Map.of("a", positive)));
        draft4.put("$schema", "http://json-schema.org/draft-04/schema#");

        assertThat(validator.violations(draft7, Map.of("a", List.of("x", 1)))).isEmpty();
        assertThat(validator.violations(draft7, Map.of("a", List.of("x", "y"))))
                .extracting(Violation::field)
                .containsExactly("a[1]");
        assertThat(validator.violations(draft4, Map.of("a", 1))).isEmpty();
        assertThat(validator.violations(draft4, Map.of("a", 0)))
                .extracting(Violation::field)
                .containsExactly("a");
    }

    @Test
    void a_type_that_is_null_is_left_out() {
        Map<String, Object> part = new HashMap<>();
        part.put("type", null);

        assertThat(validator.violations(properties(Map.of("a", part)), Map.of("a", 1)))
                .isEmpty();
    }

    @Test
    void an_unknown_dialect_is_read_as_the_default_one() {
        Map<String, Object> schema = new LinkedHashMap<>(properties(Map.of("a", Map.of("type", "string"))));
        schema.put("$schema", "https://example.com/unknown");

        assertThat(validator.violations(schema, Map.of("a", 1)))
                .containsExactly(new Violation("a", "must be a string"));
    }

    @Test
    void the_classes_of_javascript_for_any_character_and_none_are_known() {
        Map<String, Object> schema =
                properties(Map.of("a", Map.of("pattern", "^a[^]*z$"), "b", Map.of("pattern", "^(a|[])$")));

        assertThat(validator.violations(schema, Map.of("a", "a\n]z", "b", "a"))).isEmpty();
        assertThat(validator.violations(schema, Map.of("a", "b", "b", "c"))).hasSize(2);
        assertThat(validator.usesWhole(schema)).isTrue();
    }

    @Test
    void schema_that_refers_to_itself_without_end_is_one_violation() {
        assertThat(validator.violations(Map.of("$ref", "#"), Map.of("a", "x")))
                .singleElement()
                .extracting(Violation::field)
                .isEqualTo("schema");
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void pattern_that_would_take_for_ever_is_stopped() {
        Map<String, Object> schema = properties(Map.of("a", Map.of("pattern", "^(a+)+\\1b$")));

        assertThat(validator.violations(schema, Map.of("a", "a".repeat(60) + "!")))
                .containsExactly(new Violation("schema", "has a pattern that takes too long to check"));
    }

    /** So many alternatives without a character lead to 2^27 paths that read no character. */
    @ParameterizedTest
    @ValueSource(strings = {"(?!)", "(?=b)", "(?<=b)", "\\1(?!)"})
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void pattern_that_goes_every_way_without_a_character_is_stopped(String end) {
        Map<String, Object> schema = properties(Map.of("a", Map.of("pattern", "(|)".repeat(27) + end)));

        assertThat(validator.violations(schema, Map.of("a", "")))
                .containsExactly(new Violation("schema", "has a pattern that takes too long to check"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(|){500}b", "^(a+)+$", "^(?:a|aa)+$"})
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void pattern_that_needs_no_look_around_is_matched_however_long_the_text(String pattern) {
        Map<String, Object> schema = properties(Map.of("a", Map.of("pattern", pattern)));

        assertThat(validator.violations(schema, Map.of("a", "a".repeat(5000) + "!")))
                .extracting(Violation::field)
                .containsExactly("a");
    }

    @Test
    void pattern_that_looks_around_is_matched() {
        Map<String, Object> schema =
                properties(Map.of("a", Map.of("pattern", "^(?=.*[a-z])(?=.*[0-9])(?!.*\\s)[!-~*?{|}]{8,}$")));

        assertThat(validator.violations(schema, Map.of("a", "correct4horse"))).isEmpty();
        assertThat(validator.violations(schema, Map.of("a", "correcthorse"))).hasSize(1);
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void schema_that_doubles_with_every_reference_is_one_violation() {
        Map<String, Object> parts = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            Map<String, Object> next = Map.of("$ref", "#/$defs/d" + (i + 1));
            parts.put("d" + i, Map.of("allOf", List.of(next, next)));
        }
        parts.put("d40", Map.of("required", List.of("b")));

        assertThat(validator.violations(Map.of("$ref", "#/$defs/d0", "$defs", parts), Map.of()))
                .singleElement()
                .extracting(Violation::field)
                .isEqualTo("schema");
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void schema_that_doubles_with_every_level_of_a_value_is_one_violation() {
        Map<String, Object> inner = Map.of("$ref", "#/$defs/n");
        List<Object> choices = List.of(
                Map.of("required", List.of("x"), "properties", Map.of("c", inner)),
                Map.of("required", List.of("y"), "properties", Map.of("c", inner)));
        Map<String, Object> schema = Map.of("$ref", "#/$defs/n", "$defs", Map.of("n", Map.of("anyOf", choices)));
        Map<String, Object> value = Map.of();
        for (int i = 0; i < 40; i++) {
            value = Map.of("c", value);
        }

        assertThat(validator.violations(schema, value))
                .singleElement()
                .extracting(Violation::field)
                .isEqualTo("schema");
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void patterns_of_one_check_share_one_limit_of_work() {
        Map<String, Object> patterns = new HashMap<>();
        Map<String, Object> value = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            patterns.put("(a+)+" + i + "(?!z)", true);
            value.put("a".repeat(30) + i, 1);
        }

        assertThat(validator.violations(Map.of("patternProperties", patterns), value))
                .containsExactly(new Violation("schema", "has a pattern that takes too long to check"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "1e-999999999", "-1e2147483647"})
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void number_whose_digits_would_fill_the_memory_is_a_violation(String digits) {
        Map<String, Object> schema = properties(Map.of("a", Map.of("enum", List.of(5, 2))));

        assertThat(validator.violations(schema, Map.of("a", List.of(new BigDecimal(digits)))))
                .containsExactly(new Violation("parameters", "must not have numbers beyond the range of a double"));
    }

    @Test
    void number_beyond_a_double_is_compared_by_its_value() {
        Map<String, Object> schema = properties(Map.of(
                "a", Map.of("type", "integer"),
                "b", Map.of("type", "number", "maximum", 5),
                "c", Map.of("type", "integer", "enum", List.of(100))));
        BigDecimal beyond = new BigDecimal("1E+400");

        assertThat(validator.violations(schema, Map.of("a", beyond, "c", new BigDecimal("1E+2"))))
                .isEmpty();
        assertThat(validator.violations(schema, Map.of("a", new BigDecimal("1.10"), "b", beyond)))
                .extracting(Violation::field)
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void large_value_is_looked_at_to_its_end() {
        Map<String, Object> item = Map.of("type", "object", "properties", Map.of("n", Map.of("type", "integer")));
        Map<String, Object> schema = properties(Map.of("a", Map.of("type", "array", "items", item)));
        List<Object> items = new ArrayList<>(Collections.nCopies(100_000, Map.of("n", 1)));
        items.add(Map.of("n", "x"));

        JsonSchemaValidator patient = new JsonSchemaValidator(Duration.ofMinutes(1));
        assertThat(patient.violations(schema, Map.of("a", items)))
                .containsExactly(new Violation("a[100000].n", "must be an integer"));
    }

    @Test
    void more_schemas_than_are_kept_still_work() {
        for (int i = 0; i < SchemaCache.MAX_SCHEMAS + 50; i++) {
            Map<String, Object> schema = properties(Map.of("a" + i, Map.of("type", "string")));

            assertThat(validator.violations(schema, Map.of("a" + i, 1))).hasSize(1);
        }
    }

    private static Map<String, Object> properties(Map<String, Object> properties) {
        return Map.of("type", "object", "properties", properties);
    }
}
