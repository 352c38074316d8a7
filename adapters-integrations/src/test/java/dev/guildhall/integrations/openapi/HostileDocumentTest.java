package dev.guildhall.integrations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.httptool.PlacedParameter;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that are large, recursive, or refer to elsewhere. */
class HostileDocumentTest {
    private static String paths(int count, String operation) {
        return "\"paths\": {"
                + IntStream.range(0, count)
                        .mapToObj(i -> "\"/p%d/{id}\": {\"get\": %s}".formatted(i, operation))
                        .collect(Collectors.joining(","))
                + "}";
    }

    private static final String ID =
            "{\"parameters\": [{\"name\": \"id\", \"in\": \"path\", \"required\": true, \"schema\": {\"type\":"
                    + " \"string\"}}]";

    @Test
    void ten_thousand_operations_become_tools() {
        OpenApiTools tools = Imported.read(Imported.document(paths(10_000, ID + "}")));

        assertThat(tools.fault()).isEmpty();
        assertThat(tools.actions()).hasSize(10_000);
        assertThat(tools.leftOut()).isEmpty();
    }

    @Test
    void equal_names_are_numbered_within_the_bound_of_names() {
        String id = "a".repeat(200);
        OpenApiTools tools = Imported.read(Imported.document(paths(3_000, ID + ", \"operationId\": \"" + id + "\"}")));

        assertThat(tools.actions()).hasSize(3_000);
        assertThat(Imported.names(tools)).doesNotHaveDuplicates().allMatch(name -> name.length() == 63);
    }

    @Test
    void many_operations_with_one_large_schema_share_the_room() {
        String large = IntStream.range(0, 3_000)
                .mapToObj(i -> "\"value %d\"".formatted(i))
                .collect(Collectors.joining(","));
        OpenApiTools tools =
                Imported.read(Imported.document(paths(3_000, ID + ", \"operationId\": \"x\", \"description\": \"y\"}")
                                .replace("{\"type\": \"string\"}}]", "{\"$ref\": \"#/components/schemas/Large\"}}]")
                        + ", \"components\": {\"schemas\": {\"Large\": {\"enum\": [" + large + "]}}}"));

        assertThat(tools.actions()).hasSize(3_000);
        assertThat(tools.warnings())
                .hasSize(3_000)
                .allMatch(warning ->
                        warning.message().equals("has a large schema, so any value is accepted in 1 of its parts"));
    }

    @Test
    void alternatives_that_multiply_are_one_parameter() {
        String levels = IntStream.range(0, 15)
                .mapToObj(i -> "\"L%d\": {\"allOf\": [%s]}"
                        .formatted(
                                i,
                                String.join(
                                        ",",
                                        Collections.nCopies(
                                                10, "{\"$ref\": \"#/components/schemas/L%d\"}".formatted(i + 1)))))
                .collect(Collectors.joining(","));
        OpenApiTools tools = Imported.read(Imported.document("""
            "paths": {"/x": {"post": {"operationId": "x", "requestBody": {"required": true, "content":
              {"application/json": {"schema": {"$ref": "#/components/schemas/L0"}}}}}}},
            "components": {"schemas": {%s, "L15": {"properties": {"a": {"type": "string"}}}}}
            """.formatted(levels)));

        assertThat(Imported.named(tools, "x").request().parameters())
                .extracting(PlacedParameter::name)
                .containsExactly("body");
    }

    @Test
    void schemas_that_refer_to_themselves_are_checked_or_accept_any_value() {
        OpenApiTools tools = Imported.read(Imported.document("""
            "paths": {"/x": {"post": {"operationId": "x", "requestBody": {"required": true, "content":
              {"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}}}}}},
            "components": {"schemas": {
              "Node": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"},
                "left": {"$ref": "#/components/schemas/A"}, "self": {"$ref": "#/components/schemas/S"}}},
              "A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"},
              "S": {"$ref": "#/components/schemas/S"}}}
            """));
        HttpAction tool = Imported.named(tools, "x");

        assertThat(Imported.violations(tool, Map.of("next", Map.of("next", Map.of()), "left", 1, "self", List.of())))
                .isEmpty();
        assertThat(Imported.violations(tool, Map.of("next", Map.of("next", 7)))).isNotEmpty();
        assertThat(tools.warnings())
                .containsExactly(new Violation(
                        "POST /x",
                        "#/components/schemas/B refers to itself in a cycle, so any value is accepted there;"
                                + " #/components/schemas/S refers to itself in a cycle, so any value is accepted"
                                + " there"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "../secrets.json#/a",
                "http://169.254.169.254/latest",
                "https://shop.example/openapi.json#/a",
                "other.yaml",
                "//inside/x#/a"
            })
    void what_refers_to_elsewhere_is_left_out_and_never_fetched(String reference) {
        OpenApiTools tools = Imported.read(Imported.document("""
            "paths": {"/a": {"get": {"operationId": "ok"}}, "/item": {"$ref": "%1$s"},
              "/parameter": {"get": {"parameters": [{"$ref": "%1$s"}]}},
              "/schema": {"get": {"parameters": [{"name": "q", "in": "query", "required": true, "schema": {"$ref": "%1$s"}}]}},
              "/optional": {"get": {"operationId": "optional", "parameters": [{"name": "q", "in": "query", "schema": {"$ref": "%1$s"}}]}},
              "/body": {"post": {"requestBody": {"$ref": "%1$s"}}},
              "/deep": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema":
                {"$ref": "#/components/schemas/Deep"}}}}}}},
            "components": {"schemas": {"Deep": {"properties": {"a": {"items": {"$ref": "#/components/schemas/Deeper"}}}},
              "Deeper": {"anyOf": [{"$ref": "%1$s"}]}}}
            """.formatted(reference)));

        assertThat(Imported.names(tools)).containsExactly("ok", "optional");
        assertThat(tools.leftOut())
                .hasSize(5)
                .allMatch(one -> one.message().equals("refers to another document, " + reference));
        assertThat(tools.warnings()).hasSize(1);
    }

    @Test
    void references_by_the_document_s_own_address_stay_inside() {
        String document = """
            {"openapi": "3.2.0", "$self": "https://shop.example/self", "servers": [{"url": "https://shop.example"}],
             "paths": {"/a": {"get": {"parameters": [{"$ref": "https://shop.example/self#/components/parameters/Q"}]}},
              "/b": {"get": {"parameters": [{"$ref": "https://shop.example/doc#/components/parameters/Q"}]}},
              "/c": {"query": {}, "options": {}, "additionalOperations": {"COPY": {}}}},
             "components": {"parameters": {"Q": {"name": "q", "in": "query"}}}}
            """;

        OpenApiTools tools = Imported.read(document, Imported.from("https://shop.example/doc"));

        assertThat(Imported.names(tools)).containsExactly("get_a", "get_b");
        assertThat(tools.leftOut())
                .containsExactly(
                        new Violation("OPTIONS /c", "has a method that tools do not send"),
                        new Violation("QUERY /c", "has a method that tools do not send"),
                        new Violation("COPY /c", "has a method that tools do not send"));
    }

    @Test
    void an_interrupt_ends_the_import() {
        String document = Imported.document(paths(10, ID + "}"));

        Thread.currentThread().interrupt();

        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> Imported.read(document));
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Whatever a document is, there is a result, with unique names and schemas that can be used. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_document_of_random_parts_has_a_result(int seed) {
        RandomDocument documents = new RandomDocument(new Random(seed));
        int made = 0;

        for (int i = 0; i < 300; i++) {
            String text = documents.next();

            OpenApiTools tools = Imported.read(text, Imported.from("https://shop.example/docs/x.json"));

            made += tools.actions().size();
            assertThat(Imported.names(tools)).as(text).doesNotHaveDuplicates();
            assertThat(tools.actions())
                    .as(text)
                    .allMatch(action -> Imported.VALIDATOR.isUsable(
                            action.definition().parameters().inputSchema()));
        }
        assertThat(made).isGreaterThan(50);
    }
}
