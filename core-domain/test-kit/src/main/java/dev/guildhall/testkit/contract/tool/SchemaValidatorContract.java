package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.SchemaValidator;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every {@link SchemaValidator} does: the keywords of JSON Schema that all tools need. */
public interface SchemaValidatorContract {
    /** One property of every primitive type; {@code name} is required. */
    Map<String, Object> SCHEMA = Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                    "name", Map.of("type", "string"),
                    "count", Map.of("type", "integer"),
                    "price", Map.of("type", "number"),
                    "open", Map.of("type", "boolean"),
                    "tags", Map.of("type", "array"),
                    "extra", Map.of("type", "object")),
            "required",
            List.of("name"));

    /** The subject. */
    SchemaValidator validator();

    @Test
    default void fitting_value_has_no_violations() {
        Map<String, Object> value = Map.of(
                "name", "Ada", "count", 3, "price", 2.5, "open", true, "tags", List.of("a"), "extra", Map.of("k", "v"));

        assertThat(validator().violations(SCHEMA, value)).isEmpty();
    }

    @Test
    default void optional_properties_may_be_absent() {
        assertThat(validator().violations(SCHEMA, Map.of("name", "Ada"))).isEmpty();
    }

    @Test
    default void missing_property_is_named() {
        List<Violation> violations = validator().violations(SCHEMA, Map.of("count", 3));

        assertThat(violations).extracting(Violation::field).containsExactly("name");
        assertThat(violations.getFirst().message()).contains("required");
    }

    @Test
    default void wrong_type_is_named_with_the_right_one() {
        List<Violation> violations = validator().violations(SCHEMA, Map.of("name", 7));

        assertThat(violations).extracting(Violation::field).containsExactly("name");
        assertThat(violations.getFirst().message()).contains("string");
    }

    @Test
    default void fraction_is_no_integer() {
        List<Violation> violations = validator().violations(SCHEMA, Map.of("name", "Ada", "count", 1.5));

        assertThat(violations).extracting(Violation::field).containsExactly("count");
    }

    @Test
    default void value_outside_of_its_options_or_bounds_is_named() {
        Map<String, Object> schema = Map.of(
                "type",
                "object",
                "properties",
                Map.of(
                        "unit", Map.of("type", "string", "enum", List.of("m", "km")),
                        "word", Map.of("type", "string", "maxLength", 2),
                        "size", Map.of("type", "number", "enum", List.of(1, 2)),
                        "least", Map.of("type", "integer", "minimum", 1),
                        "most", Map.of("type", "number", "maximum", 2.5)));

        Map<String, Object> within = Map.of("unit", "km", "word", "💥💥", "size", 1.0, "least", 1, "most", 2.5);
        Map<String, Object> outside = Map.of("unit", "mi", "word", "abc", "size", 3, "least", 0, "most", 3);

        assertThat(validator().violations(schema, within)).isEmpty();
        assertThat(validator().violations(schema, outside))
                .extracting(Violation::field)
                .containsExactlyInAnyOrder("unit", "word", "size", "least", "most");
    }

    @Test
    default void null_is_no_string() {
        List<Violation> violations = validator().violations(SCHEMA, Collections.singletonMap("name", null));

        assertThat(violations).extracting(Violation::field).containsExactly("name");
    }

    @Test
    default void all_violations_are_returned_together() {
        Map<String, Object> value = Map.of("count", "three", "open", "yes");

        List<Violation> violations = validator().violations(SCHEMA, value);

        assertThat(violations).extracting(Violation::field).containsExactlyInAnyOrder("name", "count", "open");
    }

    @Test
    default void schema_without_properties_accepts_every_object() {
        assertThat(validator().violations(Map.of("type", "object"), Map.of("anything", 1)))
                .isEmpty();
    }
}
