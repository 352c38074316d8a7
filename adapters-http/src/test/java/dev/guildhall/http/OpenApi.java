package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Checks the server's responses against the services' OpenAPI documents. */
public final class OpenApi {
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Map<Service, Documented> DOCUMENTS = new ConcurrentHashMap<>();

    /**
     * The document of a service.
     *
     * @param router its operations
     * @param schemas the compiled schemas of responses, by operation and status
     */
    private record Documented(JsonNode document, Router router, Map<String, Schema> schemas) {
        Documented(Service service, JsonNode document) {
            this(document, new Router(List.of(mount(service, document))), new ConcurrentHashMap<>());
        }

        private static Mount mount(Service service, JsonNode document) {
            List<Route> routes = operations(document).stream()
                    .map(operation -> operation.split(" ", 2))
                    .map(operation -> new Route(operation[0], routed(operation[1]), Access.PUBLIC, any -> {}))
                    .toList();
            return Mount.of(service, "", routes, new CompletionErrors());
        }

        /** Documents have no parameters with slashes: these are the name of a file, and that of a model. */
        private static String routed(String template) {
            return template.replace("/artifacts/{name}", "/artifacts/{name...}")
                    .replace("/admin/models/{name}", "/admin/models/{name...}")
                    .replace("/v1beta/models/{model}", "/v1beta/models/{model...}");
        }

        /** The label of the operation of a path: its method and its documented path. */
        Optional<String> operation(String method, String path) {
            return router.find(method, path)
                    .map(found -> found.label().replace("...}", "}"))
                    .filter(operation -> operation.startsWith(method + " "));
        }

        JsonNode response(String operation, int status) {
            String[] parts = operation.split(" ", 2);
            JsonNode response = document.get("paths")
                    .get(parts[1])
                    .get(parts[0].toLowerCase(Locale.ROOT))
                    .get("responses")
                    .path(Integer.toString(status));
            return response.has("$ref")
                    ? document.at(response.get("$ref").asText().substring(1))
                    : response;
        }

        Schema schema(String operation, int status) {
            return schemas.computeIfAbsent(operation + " " + status, any -> {
                ObjectNode whole = Json.MAPPER.createObjectNode();
                whole.setAll((ObjectNode) response(operation, status).at("/content/application~1json/schema"));
                whole.set("components", document.get("components"));
                return SCHEMAS.getSchema(whole);
            });
        }
    }

    private OpenApi() {}

    public static JsonNode document(Service service) {
        return documented(service).document();
    }

    private static Documented documented(Service service) {
        return DOCUMENTS.computeIfAbsent(service, any -> new Documented(service, read(service)));
    }

    /** Fails when a documented operation sends a response that its document does not have. */
    static void check(String method, String path, Client.Answer answer) {
        String known = known(path.contains("?") ? path.substring(0, path.indexOf('?')) : path);
        TestServer.BASES.forEach((service, base) -> {
            if (known.startsWith(base + "/")) {
                Documented documented = documented(service);
                documented
                        .operation(method, known.substring(base.length()))
                        .ifPresent(operation -> check(documented, operation, method + " " + path, answer));
            }
        });
    }

    /** The path below the base of its service's document. */
    private static String known(String path) {
        String plain = path.startsWith("/web/") ? path.substring("/web".length()) : path;
        if (plain.startsWith("/agent-v0.1/")) {
            return "/agent/" + plain.substring("/agent-v0.1/".length());
        }
        return plain.equals("/mcp") || plain.startsWith("/oauth") || plain.startsWith("/.well-known/oauth-")
                ? "/api/v1" + plain
                : plain;
    }

    /** All operations of a document, as {@code GET /path/{parameter}}. */
    static List<String> operations(Service service) {
        return operations(document(service));
    }

    private static List<String> operations(JsonNode document) {
        List<String> operations = new ArrayList<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    private static void check(Documented documented, String operation, String what, Client.Answer answer) {
        JsonNode response = documented.response(operation, answer.status());
        assertThat(response.isMissingNode())
                .as("%s answered %s, which is not documented: %s", what, answer.status(), answer.body())
                .isFalse();
        String type = answer.header("Content-Type").split(";", 2)[0].strip();
        if (answer.status() != 500 && response.has("content")) {
            assertThat(response.get("content").has(type)
                            || response.get("content").has("*/*"))
                    .as("%s answered %s", what, type)
                    .isTrue();
        }
        if (type.equals("application/json")) {
            List<String> violations = documented.schema(operation, answer.status()).validate(answer.json()).stream()
                    .map(Object::toString)
                    .toList();
            assertThat(violations).as("%s: %s", what, answer.body()).isEmpty();
        }
    }

    private static JsonNode read(Service service) {
        try (InputStream in = OpenApi.class.getResourceAsStream("/openapi/" + service.wireName() + ".json")) {
            return Json.MAPPER.readTree(in);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
