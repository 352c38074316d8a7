package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;

/** Two servers on one database: an administrator adds an API by its document while they run. */
@Timeout(120)
class AddedIntegrationsIT {

    private final List<String> asked = new CopyOnWriteArrayList<>();

    private void answer(Upstream.Asked request) throws IOException {
        asked.add(request.line() + " " + request.headers());
        byte[] body = "{\"pets\":[\"Rex\"]}".getBytes(StandardCharsets.UTF_8);
        request.out()
                .write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        request.out().write(body);
        request.out().flush();
    }

    private static ServerProcess start(Path folder, String database) {
        return Nodes.start(folder, database, Map.of("GUILDHALL_EGRESS_ALLOW", "127.0.0.1"));
    }

    private static HttpResponse<String> pets(Web web, RunningServer server) {
        return web.exchange("GET", server.root() + "/api/v1/integrations/pets", "");
    }

    private static HttpResponse<String> called(Web web, RunningServer server) {
        String tool = web.get(server.root() + "/api/v1/integrations/pets")
                .at("/tools/0/id")
                .asText();
        return web.exchange("POST", server.root() + "/api/v1/tools/" + tool + "/execute", "{\"parameters\":{}}");
    }

    private static String document(int port) {
        return """
            {"name": "pets", "kind": "openapi", "visibility": "shared", "headers": {"X-Key": "s3cret-header"},
             "document": {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
              "servers": [{"url": "http://127.0.0.1:%d/v1"}],
              "paths": {"/pets": {"get": {"operationId": "listPets", "responses": {"200": {"description": "ok"}}}}}}}
            """.formatted(port);
    }

    @Test
    void an_integration_is_in_force_on_the_other_server_and_after_its_restart(@TempDir Path folder) throws Exception {
        String database = TestPostgres.newAddress();
        try (Upstream api = new Upstream(this::answer)) {
            CompletableFuture<ServerProcess> starting =
                    CompletableFuture.supplyAsync(() -> start(folder.resolve("second"), database));
            try (ServerProcess first = start(folder.resolve("first"), database)) {
                Web ada;
                try (ServerProcess second = starting.get()) {
                    ada = new Web(first.root() + "/api/v1");
                    ada.register();
                    JsonNode added = ada.post(first.root() + "/api/v1/integrations", document(api.port()));
                    assertThat(added.get("state").asText()).isEqualTo("connecting");

                    Nodes.requireInForce(() -> pets(ada, second).body().contains("\"state\":\"ready\""));
                    assertThat(pets(ada, second).body())
                            .contains("pets.list_pets", "\"headerNames\":[\"X-Key\"]")
                            .doesNotContain("s3cret-header");
                    assertThat(called(ada, second).body()).contains("Rex");
                    assertThat(asked.getLast()).contains("GET /v1/pets", "X-Key: s3cret-header");

                    HttpResponse<String> changed = ada.exchange(
                            "PATCH",
                            second.root() + "/api/v1/integrations/pets",
                            "{\"displayName\":\"The pets\",\"headers\":{\"X-Key\":\"another\"}}");
                    assertThat(changed.statusCode()).isEqualTo(200);
                    Nodes.requireInForce(() -> pets(ada, first).body().contains("The pets"));
                    Nodes.requireInForce(() -> called(ada, first).statusCode() == 200
                            && asked.getLast().contains("X-Key: another"));
                }
                try (ServerProcess again = start(folder.resolve("second"), database)) {
                    assertThat(pets(ada, again).body()).contains("The pets", "\"state\":\"ready\"");
                    assertThat(called(ada, again).body()).contains("Rex");

                    assertThat(ada.exchange("DELETE", again.root() + "/api/v1/integrations/pets", "")
                                    .statusCode())
                            .isEqualTo(204);
                    Nodes.requireInForce(() -> pets(ada, first).statusCode() == 404);
                }
            }
        }
    }

    static List<Arguments> badBodies() {
        String pets = "\"name\":\"pets\",\"kind\":\"openapi\",";
        String server = "\"name\":\"far\",\"kind\":\"mcp\",";
        String url = "\"url\":\"https://far.example/mcp\"";
        return List.of(
                Arguments.of("name", "{\"kind\":\"mcp\"," + url + "}"),
                Arguments.of("name", "{\"name\":\"A b\",\"kind\":\"mcp\"," + url + "}"),
                Arguments.of("name", "{\"name\":\"" + "n".repeat(65) + "\",\"kind\":\"mcp\"," + url + "}"),
                Arguments.of("kind", "{\"name\":\"far\"," + url + "}"),
                Arguments.of("kind", "{\"name\":\"far\",\"kind\":\"stdio\"," + url + "}"),
                Arguments.of("url", "{" + server + "\"displayName\":\"Far\"}"),
                Arguments.of("url", "{" + server + "\"url\":\"file:///etc/passwd\"}"),
                Arguments.of("url", "{" + server + "\"url\":\"https://a:b@far.example/\"}"),
                Arguments.of("url", "{" + pets + "\"displayName\":\"Pets\"}"),
                Arguments.of("url", "{" + pets + "\"document\":\"{}\"," + url + "}"),
                Arguments.of("document", "{" + server + url + ",\"document\":\"{}\"}"),
                Arguments.of("document", "{" + pets + "\"document\":\"hello\"}"),
                Arguments.of("document", "{" + pets + "\"document\":7}"),
                Arguments.of("document", "{" + pets + "\"document\":\"" + "x".repeat(5 * 1024 * 1024 + 1) + "\"}"),
                Arguments.of(
                        "document",
                        "{" + pets + "\"document\":\"a: &a [x,x]\\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\\n"
                                + "c: &c [*b,*b,*b,*b,*b,*b,*b,*b]\\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\\n"
                                + "e: &e [*d,*d,*d,*d,*d,*d,*d,*d]\\nf: [*e,*e,*e,*e,*e,*e,*e,*e]\"}"),
                Arguments.of("baseUrl", "{" + server + url + ",\"baseUrl\":\"https://far.example\"}"),
                Arguments.of(
                        "baseUrl",
                        "{" + pets + "\"document\":{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"T\",\"version\":\"1\"},"
                                + "\"paths\":{\"/a\":{\"get\":{\"responses\":{}}}}}}"),
                Arguments.of("headers.X", "{" + server + url + ",\"headers\":{\"X\":\"a\\r\\nY: b\"}}"),
                Arguments.of("headers.Host", "{" + server + url + ",\"headers\":{\"Host\":\"b\"}}"),
                Arguments.of("headers.X", "{" + server + url + ",\"headers\":{\"X\":7}}"),
                Arguments.of("clientId", "{" + server + url + ",\"clientSecret\":\"s\"}"),
                Arguments.of("scopes[0]", "{" + server + url + ",\"scopes\":[\"a b\"]}"),
                Arguments.of("sampling", "{" + server + url + ",\"sampling\":\"yes\"}"),
                Arguments.of("sampling", "{" + pets + url + ",\"sampling\":true}"),
                Arguments.of("visibility", "{" + server + url + ",\"visibility\":\"public\"}"));
    }

    @Test
    void bad_input_is_refused_by_the_name_of_its_field_and_stores_nothing(@TempDir Path folder) {
        try (InProcessServer server = InProcessServer.start(
                folder,
                Map.of(
                        "GUILDHALL_DATABASE_URL", "memory",
                        "GUILDHALL_EMBEDDINGS", "off",
                        "GUILDHALL_PORT", "0",
                        "GUILDHALL_ADMIN_EMAILS", "ada@example.org"))) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();
            String integrations = server.root() + "/api/v1/integrations";

            assertThat(badBodies()).allSatisfy(bad -> {
                HttpResponse<String> refused = ada.exchange("POST", integrations, String.valueOf(bad.get()[1]));
                assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
                assertThat(refused.body()).contains(bad.get()[0] + ":");
            });
            assertThat(ada.get(integrations).get("integrations"))
                    .noneSatisfy(one -> assertThat(one.get("source").asText()).isEqualTo("http"));
        }
    }
}
