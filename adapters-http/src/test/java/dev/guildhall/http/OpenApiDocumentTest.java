package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The properties of the documents that client generators need. */
class OpenApiDocumentTest {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final Set<String> FIELDS_OF_OBJECTS =
            Set.of("properties", "additionalProperties", "oneOf", "anyOf", "allOf", "$ref");
    private static final Set<String> DATA = Set.of("example", "examples", "default", "enum", "const");

    private static List<JsonNode> operations(Service service) {
        List<JsonNode> operations = new ArrayList<>();
        OpenApi.document(service)
                .get("paths")
                .forEach(path -> path.properties().stream()
                        .filter(entry -> METHODS.contains(entry.getKey()))
                        .forEach(entry -> operations.add(entry.getValue())));
        return operations;
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void an_object_of_any_form_says_so(Service service) {
        List<String> bare = new ArrayList<>();

        addBareObjects(OpenApi.document(service), "", bare);

        assertThat(bare).isEmpty();
    }

    /** Objects that generators would treat as empty ones. */
    private static void addBareObjects(JsonNode node, String path, List<String> bare) {
        if (isObjectSchema(node) && FIELDS_OF_OBJECTS.stream().noneMatch(node::has)) {
            bare.add(path);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            addBareObjects(node.get(i), path + "/" + i, bare);
        }
        node.properties().stream()
                .filter(entry -> !DATA.contains(entry.getKey()))
                .forEach(entry -> addBareObjects(entry.getValue(), path + "/" + entry.getKey(), bare));
    }

    private static boolean isObjectSchema(JsonNode node) {
        JsonNode type = node.path("type");
        boolean among = false;
        for (JsonNode each : type) {
            among |= each.asText().equals("object");
        }
        return type.asText().equals("object") || among;
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void an_operation_has_declared_tags_a_summary_and_an_identifier_of_its_own(Service service) {
        List<String> declared = OpenApi.document(service).get("tags").findValuesAsText("name");

        assertThat(operations(service)).allSatisfy(operation -> {
            assertThat(operation.path("tags")).isNotEmpty();
            operation.get("tags").forEach(tag -> assertThat(declared).contains(tag.asText()));
            assertThat(operation.path("summary").asText()).isNotBlank();
            assertThat(operation.path("operationId").asText()).isNotBlank();
        });
        assertThat(operations(service))
                .extracting(operation -> operation.get("operationId").asText())
                .doesNotHaveDuplicates();
    }
}
