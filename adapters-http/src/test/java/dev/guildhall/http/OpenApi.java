package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the server's responses against the services' OpenAPI documents. */
public final class OpenApi {
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Map<Service, JsonNode> DOCUMENTS = new EnumMap<>(Service.class);

    private OpenApi() {}

    public static synchronized JsonNode document(Service service) {
        return DOCUMENTS.computeIfAbsent(service, OpenApi::read);
    }

    /** Fails when a documented operation sends a response that its document does not have. */
    static void check(String method, String path, Client.Answer answer) {
        String plain = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
        String known = plain.replaceFirst("^/web/", "/")
                .replaceFirst("^/agent-v0\\.1/", "/agent/")
                .replaceFirst("^/mcp$", "/api/v1/mcp")
                .replaceFirst("^/(oauth|\\.well-known/oauth-)", "/api/v1/$1");
        TestServer.BASES.forEach((service, base) -> {
            if (known.startsWith(base + "/")) {
                operation(service, method, known.substring(base.length()))
                        .ifPresent(operation -> check(service, operation, method + " " + path, answer));
            }
        });
    }

    /** All operations of a document, as {@code GET /path/{parameter}}. */
    static List<String> operations(Service service) {
        List<String> operations = new ArrayList<>();
        document(service)
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(method ->
                                operations.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    private static Optional<JsonNode> operation(Service service, String method, String path) {
        return operations(service).stream()
                .filter(operation -> operation.startsWith(method + " "))
                .map(operation -> operation.substring(method.length() + 1))
                .filter(template -> isAt(service, method, template, path))
                .findFirst()
                .map(template ->
                        document(service).get("paths").get(template).get(method.toLowerCase(java.util.Locale.ROOT)));
    }

    private static boolean isAt(Service service, String method, String template, String path) {
        // Documents have no parameters with slashes: this one is the name of a file.
        String routed = template.replace("/artifacts/{name}", "/artifacts/{name...}");
        Route route = new Route(method, routed, Access.PUBLIC, any -> {}, Route.MAX_BODY);
        Mount alone = Mount.of(service, "", List.of(route), new CompletionErrors());
        return new Router(List.of(alone)).find(method, path).isPresent();
    }

    private static void check(Service service, JsonNode operation, String what, Client.Answer answer) {
        JsonNode response = operation.get("responses").path(Integer.toString(answer.status()));
        assertThat(response.isMissingNode())
                .as("%s answered %s, which is not documented: %s", what, answer.status(), answer.body())
                .isFalse();
        JsonNode resolved = response.has("$ref")
                ? document(service).at(response.get("$ref").asText().substring(1))
                : response;
        String type = answer.header("Content-Type").replaceFirst(";.*", "").strip();
        if (answer.status() != 500 && resolved.has("content")) {
            assertThat(resolved.get("content").has(type)
                            || resolved.get("content").has("*/*"))
                    .as("%s answered %s", what, type)
                    .isTrue();
        }
        if (type.equals("application/json")) {
            JsonNode schema = resolved.at("/content/application~1json/schema");
            assertThat(violations(service, schema, answer.json()))
                    .as("%s: %s", what, answer.body())
                    .isEmpty();
        }
    }

    private static List<String> violations(Service service, JsonNode schema, JsonNode value) {
        ObjectNode whole = Json.MAPPER.createObjectNode();
        whole.setAll((ObjectNode) schema);
        whole.set("components", document(service).get("components"));
        return SCHEMAS.getSchema(whole).validate(value).stream()
                .map(Object::toString)
                .toList();
    }

    private static JsonNode read(Service service) {
        try (InputStream in = OpenApi.class.getResourceAsStream("/openapi/" + service.wireName() + ".json")) {
            return Json.MAPPER.readTree(in);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
