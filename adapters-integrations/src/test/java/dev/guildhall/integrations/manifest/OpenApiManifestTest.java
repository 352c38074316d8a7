package dev.guildhall.integrations.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.integrations.httptool.Seen;
import dev.guildhall.integrations.httptool.Upstream;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From an OpenAPI document next to a manifest to a request. */
class OpenApiManifestTest {
    @TempDir
    private Path directory;

    @AutoClose
    private final Upstream upstream = new Upstream();

    @BeforeEach
    void copy() throws IOException {
        try (InputStream in = OpenApiManifestTest.class.getResourceAsStream("/openapi/shop.openapi.json")) {
            Files.copy(Objects.requireNonNull(in), directory.resolve("shop.openapi.json"));
        }
    }

    @Test
    void an_operation_is_called_as_the_document_describes_it() {
        ToolEndpoint api = Declared.api(directory, upstream.address() + "/api", "\"openapi\": \"shop.openapi.json\"");
        Map<String, Object> arguments = Map.of(
                "X-Tenant", "acme",
                "status", List.of("open", "sent"),
                "ids", List.of("1", "2"),
                "filter", Map.of("from", "2026-01-01"),
                "sort_by", "a&b",
                "where", Map.of("a", 1));

        ToolOutcome outcome = api.invoke(Declared.call("api.list_orders", arguments));

        assertThat(outcome).isEqualTo(new ToolOutcome.Success(Map.of()));
        Seen seen = upstream.last();
        assertThat(seen.segments()).containsExactly("api", "orders");
        assertThat(seen.header("X-Tenant")).containsExactly("acme");
        assertThat(seen.query())
                .containsExactly(
                        Map.entry("status", "open"),
                        Map.entry("status", "sent"),
                        Map.entry("ids", "1,2"),
                        Map.entry("filter[from]", "2026-01-01"),
                        Map.entry("sort[by]", "a&b"),
                        Map.entry("where", "{\"a\":1}"));
    }

    @Test
    void a_body_is_put_together_of_its_parameters() {
        ToolEndpoint api = Declared.api(directory, upstream.address(), "\"openapi\": \"shop.openapi.json\"");

        api.invoke(Declared.call(
                "api.create_order",
                Map.of("X-Tenant", "h", "X-Tenant_body", "b", "note", "n", "items", List.of(Map.of("sku", "A")))));

        assertThat(upstream.last().line()).isEqualTo("POST /orders HTTP/1.1");
        assertThat(upstream.last().header("X-Tenant")).containsExactly("h");
        assertThat(upstream.last().body()).isEqualTo("{\"note\":\"n\",\"items\":[{\"sku\":\"A\"}],\"X-Tenant\":\"b\"}");
    }

    @Test
    void a_form_is_sent_as_one() {
        ToolEndpoint api = Declared.api(
                directory,
                upstream.address(),
                "\"openapi\": {\"file\": \"shop.openapi.json\", \"include\": [\"logIn\"]}");

        api.invoke(Declared.call("api.log_in", Map.of("user", "a b", "remember", true)));

        assertThat(api.tools(Optional.empty())).hasSize(1);
        assertThat(upstream.last().form()).containsExactly(Map.entry("user", "a b"), Map.entry("remember", "true"));
    }

    private ToolEndpoint post() throws IOException {
        try (InputStream in = OpenApiManifestTest.class.getResourceAsStream("/openapi/post.openapi.yaml")) {
            Files.copy(Objects.requireNonNull(in), directory.resolve("post.openapi.yaml"));
        }
        return Declared.api(directory, upstream.address(), "\"openapi\": \"post.openapi.yaml\"");
    }

    @Test
    void deep_members_of_a_form_are_sent_one_by_one() throws IOException {
        ToolEndpoint api = post();

        api.invoke(Declared.call("api.send_letter", Map.of("To", "Ada", "Tags", Map.of("colour", "red"))));

        assertThat(upstream.last().form())
                .containsExactlyInAnyOrder(Map.entry("To", "Ada"), Map.entry("Tags[colour]", "red"));
        assertThat(upstream.last().header("Content-Type")).containsExactly("application/x-www-form-urlencoded");
    }

    @Test
    void deep_parameters_are_objects_lists_or_single_values() throws IOException {
        ToolEndpoint api = post();

        api.invoke(Declared.call(
                "api.list_letters",
                Map.of("sent", Map.of("after", Map.of("year", 2026)), "expand", List.of("from", "to"))));
        assertThat(upstream.last().query())
                .containsExactly(
                        Map.entry("sent[after][year]", "2026"),
                        Map.entry("expand[]", "from"),
                        Map.entry("expand[]", "to"));

        api.invoke(Declared.call(
                "api.list_letters",
                Map.of("sent", 5, "expand", List.of(Map.of("a", 1, "b", List.of("x")), Map.of("a", 2)))));
        assertThat(upstream.last().query())
                .containsExactlyInAnyOrder(
                        Map.entry("sent", "5"),
                        Map.entry("expand[0][a]", "1"),
                        Map.entry("expand[0][b][]", "x"),
                        Map.entry("expand[1][a]", "2"));
    }

    @Test
    void a_body_has_the_media_type_of_the_document_and_keeps_null() throws IOException {
        ToolEndpoint api = post();
        Map<String, Object> arguments = new HashMap<>(Map.of("id", "7"));
        arguments.put("due", null);

        api.invoke(Declared.call("api.change_letter", arguments));

        assertThat(upstream.last().header("Content-Type")).containsExactly("application/merge-patch+json");
        assertThat(upstream.last().body()).isEqualTo("{\"due\":null}");
    }

    @Test
    void files_are_sent_as_parts_of_a_form() {
        Declared.write(directory, "files.openapi.yaml", """
            openapi: 3.1.0
            paths:
              /files:
                post:
                  operationId: send
                  requestBody:
                    required: true
                    content:
                      multipart/form-data:
                        schema:
                          type: object
                          required: [documents]
                          properties:
                            note: {type: string}
                            tags: {type: array, items: {type: string}}
                            meta: {type: object}
                            documents: {type: array, items: {type: string, format: binary}}
                            picture: {contentMediaType: image/png}
            """);
        ToolEndpoint api = Declared.api(directory, upstream.address(), "\"openapi\": \"files.openapi.yaml\"");

        api.invoke(Declared.call(
                "api.send",
                Map.of(
                        "note",
                        "one\r\n--x",
                        "tags",
                        List.of("a", "b"),
                        "meta",
                        Map.of("k", 1),
                        "documents",
                        List.of(
                                Map.of("name", "a\"\r\nX: y.txt", "text", "hello", "mediaType", "text/plain"),
                                Map.of("name", "b.bin", "base64", "AAEC")))));

        String type = upstream.last().header("Content-Type").getFirst();
        assertThat(type).startsWith("multipart/form-data; boundary=");
        String boundary = type.substring(type.indexOf('=') + 1);
        assertThat(upstream.last().body().split("--" + boundary, -1))
                .hasSize(8)
                .anySatisfy(part -> assertThat(part).contains("name=\"note\"").endsWith("\r\n\r\none\r\n--x\r\n"))
                .anySatisfy(part -> assertThat(part).contains("name=\"tags\"").endsWith("\r\n\r\nb\r\n"))
                .anySatisfy(part -> assertThat(part).contains("name=\"meta\"").endsWith("\r\n\r\n{\"k\":1}\r\n"))
                .anySatisfy(part -> assertThat(part)
                        .contains("name=\"documents\"; filename=\"a%22%0D%0AX: y.txt\"", "Content-Type: text/plain")
                        .endsWith("\r\n\r\nhello\r\n"))
                .anySatisfy(part -> assertThat(part)
                        .contains("filename=\"b.bin\"", "Content-Type: application/octet-stream")
                        .endsWith("\r\n\r\n\u0000\u0001\u0002\r\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|must have at least one field of the form",
                "{\"file\": {\"name\": \"a\"}}|must have its content either as text or as base64",
                "{\"file\": {\"name\": \"a\", \"text\": \"\", \"base64\": \"\"}}|must have its content either",
                "{\"file\": {\"text\": \"a\"}}|must have the file's name",
                "{\"file\": {\"name\": \"a\", \"base64\": \"%\"}}|must have base64",
                "{\"file\": {\"name\": \"a\", \"text\": \"\", \"mediaType\": \"x\"}}|must have a media type"
            })
    void a_file_that_cannot_be_sent_is_refused(String arguments, String message) throws IOException {
        Declared.write(directory, "files.openapi.yaml", """
            swagger: '2.0'
            paths: {/f: {post: {operationId: send, parameters: [{name: file, in: formData, type: file}]}}}
            """);
        ToolEndpoint api = Declared.api(directory, upstream.address(), "\"openapi\": \"files.openapi.yaml\"");
        Map<String, Object> plain = new ObjectMapper().readValue(arguments, new TypeReference<>() {});

        assertThat(api.invoke(Declared.call("api.send", plain)))
                .isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.INVALID_ARGUMENTS);
                    assertThat(failure.message()).contains(message);
                });
    }

    @Test
    void the_server_of_the_document_stands_in_for_a_base() {
        Declared.write(directory, "api.json", """
            {"name": "api", "displayName": "A", "description": "d", "kind": "http", "openapi": "shop.openapi.json"}
            """);

        Manifest manifest = Manifests.all(directory, Map.of()).getFirst();

        assertThat(manifest.target())
                .isInstanceOfSatisfying(
                        Manifest.Http.class,
                        http -> assertThat(http.api().base()).hasToString("https://eu.shop.example/api/v2"));
    }

    @Test
    void an_operation_whose_scope_cannot_be_granted_is_left_out() {
        Declared.write(directory, "api.json", Declared.manifest("https://x", """
            "openapi": "shop.openapi.json",
            "auth": {"type": "oauth2", "authorizationUrl": "https://x", "tokenUrl": "https://x",
                     "clientId": {"env": "UNSET"}, "scopes": ["orders:read"]}
            """));

        ToolEndpoint api = Manifests.load(directory, Map.of(), Declared.parts()).getFirst();

        assertThat(api.tools(Optional.empty()))
                .isNotEmpty()
                .noneMatch(tool -> tool.name().value().equals("api.create_order"));
        assertThat(api.leftOut())
                .contains(new Violation(
                        "POST /orders",
                        "needs the scope orders:write, which is not one of those that can be granted, so no user could"
                                + " have it"));
    }

    @Test
    void faults_of_a_document_are_told_with_its_name() {
        Declared.write(directory, "bad.openapi.json", "{\"openapi\": \"3.1.0\", \"openapi\": \"3.1.0\"}");
        Declared.write(directory, "api.json", Declared.manifest("https://x", "\"openapi\": \"bad.openapi.json\""));

        Manifest manifest = Manifests.all(directory, Map.of()).getFirst();

        assertThat(manifest.integration().fault().orElseThrow())
                .contains("api.json: openapi: bad.openapi.json is not JSON: Duplicate field 'openapi'");
    }
}
