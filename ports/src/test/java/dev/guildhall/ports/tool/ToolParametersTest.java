package dev.guildhall.ports.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ToolParametersTest {
    private static ParameterSpec spec(
            ParameterType type,
            Optional<ParameterType> items,
            Optional<List<Object>> options,
            Optional<Object> standard) {
        return new ParameterSpec(type, Optional.empty(), Optional.empty(), items, options, standard);
    }

    private static List<String> refused(ParameterType type, Optional<List<Object>> options, Optional<Object> standard) {
        return Violated.fieldsOf(() -> spec(type, Optional.empty(), options, standard));
    }

    @Test
    void a_schema_is_derived_from_what_is_given() {
        Map<String, ParameterSpec> byName = new LinkedHashMap<>();
        byName.put("text", ParameterSpec.required(ParameterType.STRING, "What to say."));
        byName.put(
                "tags",
                spec(ParameterType.ARRAY, Optional.of(ParameterType.STRING), Optional.empty(), Optional.empty()));
        byName.put("size", spec(ParameterType.INTEGER, Optional.empty(), Optional.of(List.of(1, 2)), Optional.of(2)));

        Map<String, Object> schema = ToolParameters.of(byName).inputSchema();

        assertThat(schema)
                .isEqualTo(Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of(
                                "text", Map.of("type", "string", "description", "What to say."),
                                "tags", Map.of("type", "array", "items", Map.of("type", "string")),
                                "size", Map.of("type", "integer", "enum", List.of(1, 2), "default", 2)),
                        "required",
                        List.of("text"),
                        "additionalProperties",
                        false));
        assertThat(schema.keySet()).containsExactly("type", "properties", "required", "additionalProperties");
    }

    /** JSON has no such number: a store would keep another value, which cannot be read back as a number. */
    @Test
    void a_number_that_json_cannot_write_is_no_default_and_no_option() {
        List<Object> endless = List.of(Double.POSITIVE_INFINITY, Double.NaN, Float.NEGATIVE_INFINITY);

        assertThat(endless).allSatisfy(number -> {
            assertThat(refused(ParameterType.NUMBER, Optional.empty(), Optional.of(number)))
                    .containsExactly("default");
            assertThat(refused(ParameterType.NUMBER, Optional.of(List.of(number)), Optional.empty()))
                    .containsExactly("enum");
        });
    }

    @Test
    void without_parameters_no_argument_is_accepted() {
        assertThat(ToolParameters.none().inputSchema())
                .isEqualTo(Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of(),
                        "required",
                        List.of(),
                        "additionalProperties",
                        false));
    }

    @Test
    void an_imported_schema_stays_as_it_is_and_is_summed_up() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("z", Map.of("type", List.of("null", "integer"), "description", "A number."));
        properties.put("a", Map.of("type", "array", "items", Map.of("type", "string")));
        properties.put("odd", Map.of("anyOf", List.of(Map.of("type", "string")), "description", 7));
        properties.put("any", true);
        Map<String, Object> schema = Map.of("type", "object", "properties", properties, "required", List.of("z"));

        ToolParameters parameters = ToolParameters.ofSchema(schema);

        assertThat(parameters.inputSchema()).isEqualTo(schema);
        assertThat(parameters.byName().keySet()).containsExactly("z", "a", "odd", "any");
        assertThat(parameters.byName().get("z")).isEqualTo(ParameterSpec.required(ParameterType.INTEGER, "A number."));
        assertThat(parameters.byName().get("a"))
                .extracting(ParameterSpec::type, ParameterSpec::items, ParameterSpec::isRequired)
                .containsExactly(ParameterType.ARRAY, Optional.of(ParameterType.STRING), false);
        assertThat(parameters.byName().get("odd"))
                .extracting(ParameterSpec::type, ParameterSpec::description)
                .containsExactly(ParameterType.OBJECT, Optional.empty());
    }

    @Test
    void an_array_without_items_is_not_registered() {
        ParameterSpec open = spec(ParameterType.ARRAY, Optional.empty(), Optional.empty(), Optional.empty());
        ParameterSpec closed =
                spec(ParameterType.ARRAY, Optional.of(ParameterType.STRING), Optional.empty(), Optional.empty());
        ParameterSpec nested =
                spec(ParameterType.ARRAY, Optional.of(ParameterType.ARRAY), Optional.empty(), Optional.empty());
        Map<String, Object> imported = Map.of("properties", Map.of("a", Map.of("type", "array")));

        assertThat(Violated.fieldsOf(() -> registered(ToolParameters.of(Map.of("a", open, "b", closed, "c", nested)))))
                .containsExactlyInAnyOrder("parameters.a.items", "parameters.c.items");
        registered(ToolParameters.of(Map.of("b", closed)));
        registered(ToolParameters.ofSchema(imported));
    }

    private static NewTool registered(ToolParameters parameters) {
        return new NewTool(ActTool.of("Acts.", "1", parameters, List.of()), Optional.empty());
    }

    @Test
    void the_schema_of_an_array_always_has_items() {
        Map<String, Object> open = Map.of("type", "array");
        Map<String, Object> any = Map.of("type", "array", "items", Map.of());
        Map<String, Object> pair = Map.of("type", List.of("null", "array"), "prefixItems", List.of(open, true));
        ParameterSpec kept = spec(ParameterType.ARRAY, Optional.empty(), Optional.empty(), Optional.empty());

        assertThat(ToolParameters.of(Map.of("a", kept)).inputSchema())
                .extracting("properties")
                .isEqualTo(Map.of("a", any));
        assertThat(ToolParameters.ofSchema(Map.of(
                                "properties",
                                Map.of("a", open, "o", Map.of("anyOf", List.of(open), "default", open), "p", pair)))
                        .inputSchema())
                .isEqualTo(Map.of(
                        "properties",
                        Map.of(
                                "a",
                                any,
                                "o",
                                Map.of("anyOf", List.of(any), "default", open),
                                "p",
                                Map.of("type", List.of("null", "array"), "prefixItems", List.of(any, true)))));
    }

    @Test
    void an_unusual_schema_is_accepted_too() {
        for (Map<String, Object> schema : List.of(
                Map.<String, Object>of(),
                Map.<String, Object>of("properties", List.of()),
                Map.<String, Object>of("properties", Map.of("a", Map.of("type", 7)), "required", "a"))) {
            assertThat(ToolParameters.ofSchema(schema).inputSchema()).isEqualTo(schema);
        }
        Map<String, Object> nothing = Collections.singletonMap("properties", Collections.singletonMap("a", null));
        assertThat(ToolParameters.ofSchema(nothing).byName()).containsOnlyKeys("a");
    }

    @Test
    void a_summary_is_cut_to_what_a_description_may_have_and_mended() {
        String longest = "x".repeat(1998) + "👋 and more";
        Map<String, Object> properties =
                Map.of("a", Map.of("description", longest), "b", Map.of("description", "NUL \u0000"));

        ToolParameters parameters = ToolParameters.ofSchema(Map.of("properties", properties));

        assertThat(parameters.byName().values())
                .extracting(spec -> spec.description().orElseThrow())
                .containsExactlyInAnyOrder("x".repeat(1998) + "…", "NUL \ufffd");
    }

    @Test
    void there_are_a_hundred_at_most_but_for_imported_ones() {
        Map<String, ParameterSpec> many = IntStream.range(0, 101)
                .boxed()
                .collect(Collectors.toMap(i -> "p" + i, i -> ParameterSpec.required(ParameterType.STRING, "x")));
        Map<String, Object> properties =
                many.keySet().stream().collect(Collectors.toMap(name -> name, name -> Map.of("type", "string")));

        assertThat(Violated.fieldsOf(() -> ToolParameters.of(many))).containsExactly("parameters");
        assertThat(ToolParameters.ofSchema(Map.of("properties", properties)).byName())
                .hasSize(101);
    }

    @Test
    void options_and_defaults_are_of_the_type() {
        assertThat(refused(ParameterType.STRING, Optional.of(List.of("a", 1)), Optional.empty()))
                .containsExactly("enum");
        assertThat(refused(ParameterType.STRING, Optional.of(Arrays.asList("a", null)), Optional.empty()))
                .containsExactly("enum");
        assertThat(refused(ParameterType.STRING, Optional.of(List.of()), Optional.empty()))
                .containsExactly("enum");
        assertThat(refused(ParameterType.STRING, Optional.of(Collections.nCopies(501, "a")), Optional.empty()))
                .containsExactly("enum");
        assertThat(refused(ParameterType.INTEGER, Optional.empty(), Optional.of(1.5)))
                .containsExactly("default");
        assertThat(refused(ParameterType.INTEGER, Optional.empty(), Optional.of(Double.NaN)))
                .containsExactly("default");
        assertThat(refused(ParameterType.BOOLEAN, Optional.empty(), Optional.of("true")))
                .containsExactly("default");
        assertThat(refused(ParameterType.STRING, Optional.of(List.of("a")), Optional.of("b")))
                .containsExactly("default");
        assertThat(spec(ParameterType.INTEGER, Optional.empty(), Optional.empty(), Optional.of(1.0))
                        .standard())
                .contains(1.0);
    }

    @Test
    void only_arrays_have_elements_and_descriptions_are_texts() {
        assertThat(Violated.fieldsOf(() -> spec(
                        ParameterType.STRING, Optional.of(ParameterType.STRING), Optional.empty(), Optional.empty())))
                .containsExactly("items");
        for (String text : List.of("x".repeat(2001), "\u0000", "\ud83d")) {
            assertThat(Violated.fieldsOf(() -> ParameterSpec.required(ParameterType.STRING, text)))
                    .containsExactly("description");
        }
    }

    @Test
    void a_type_accepts_only_its_own_values() {
        Map<ParameterType, Object> one = Map.of(
                ParameterType.STRING,
                "",
                ParameterType.NUMBER,
                0.5,
                ParameterType.INTEGER,
                7,
                ParameterType.BOOLEAN,
                false,
                ParameterType.ARRAY,
                List.of(),
                ParameterType.OBJECT,
                Map.of());
        for (ParameterType type : ParameterType.values()) {
            one.forEach((other, value) -> assertThat(type.accepts(value))
                    .as("%s takes %s", type, value)
                    .isEqualTo(type == other || (type == ParameterType.NUMBER && other == ParameterType.INTEGER)));
            assertThat(ParameterType.fromWire(type.wireName())).contains(type);
        }
        assertThat(ParameterType.fromWire("String")).isEmpty();
    }
}
