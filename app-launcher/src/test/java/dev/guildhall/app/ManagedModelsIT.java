package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;

/** Two servers on one database, without any setting of a provider: an administrator sets up models while they run. */
@Timeout(120)
class ManagedModelsIT {
    private static final String ANSWER = """
        {"id":"c","object":"chat.completion","created":1,"model":"their-gpt","choices":[{"index":0,
         "message":{"role":"assistant","content":"Hello."},"finish_reason":"stop"}],
         "usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}\
        """;

    private final List<String> asked = new CopyOnWriteArrayList<>();

    private void answer(Upstream.Asked request) throws IOException {
        asked.add(request.body());
        byte[] body = ANSWER.getBytes(StandardCharsets.UTF_8);
        request.out()
                .write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        request.out().write(body);
        request.out().flush();
    }

    private static ServerProcess start(Path folder, String database) {
        return Nodes.start(folder, database, Map.of());
    }

    private static JsonNode ask(Web web, RunningServer server, String model) {
        return web.post(
                server.root() + "/completion/api/complete",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]" + model + "}");
    }

    @Test
    void a_change_on_one_server_is_in_force_on_the_other_and_after_its_restart(@TempDir Path folder) throws Exception {
        String database = TestPostgres.newAddress();
        try (Upstream provider = new Upstream(this::answer)) {
            CompletableFuture<ServerProcess> starting =
                    CompletableFuture.supplyAsync(() -> start(folder.resolve("second"), database));
            try (ServerProcess first = start(folder.resolve("first"), database)) {
                Web ada;
                try (ServerProcess second = starting.get()) {
                    ada = new Web(first.root() + "/api/v1");
                    ada.register();
                    assertThat(ask(ada, second, "").path("content").asText()).contains("demo");

                    JsonNode created = ada.post(first.root() + "/api/v1/admin/models", """
                        {"name": "team/gpt", "isDefault": true, "deployments": [{"provider": "openai",
                         "baseUrl": "http://127.0.0.1:%d/v1/", "apiKey": "sk-never-shown", "model": "their-gpt"}]}
                        """.formatted(provider.port()));
                    assertThat(created.get("version").asInt()).isEqualTo(1);
                    assertThat(created.toString()).doesNotContain("sk-never-shown");
                    Nodes.requireInForce(
                            () -> ask(ada, second, "").path("content").asText().equals("Hello."));
                    assertThat(asked.getLast()).contains("their-gpt");

                    HttpResponse<String> changed = ada.exchange(
                            "PATCH",
                            second.root() + "/api/v1/admin/models/team%2Fgpt",
                            "{\"enabled\":false,\"version\":1}");
                    assertThat(changed.statusCode()).isEqualTo(200);
                    Nodes.requireInForce(() -> ask(ada, first, ",\"model\":\"team/gpt\"")
                            .path("error")
                            .asText()
                            .equals("Bad Request"));
                    HttpResponse<String> old = ada.exchange(
                            "PATCH",
                            first.root() + "/api/v1/admin/models/team/gpt",
                            "{\"enabled\":true,\"version\":1}");
                    assertThat(old.statusCode()).isEqualTo(409);
                    ada.exchange("PATCH", first.root() + "/api/v1/admin/models/team/gpt", "{\"enabled\":true}");
                }
                try (ServerProcess again = start(folder.resolve("second"), database)) {
                    assertThat(ask(ada, again, "").path("content").asText()).isEqualTo("Hello.");
                    assertThat(ada.get(again.root() + "/completion/v1/models").toString())
                            .contains("team/gpt");
                    JsonNode test =
                            ada.post(again.root() + "/api/v1/admin/models/test", """
                                {"deployment": {"provider": "openai", "baseUrl": "http://127.0.0.1:%d/v1", "model": "m"}}
                                """.formatted(provider.port()));
                    assertThat(test.get("ok").asBoolean()).isTrue();
                }
            }
        }
    }

    private static final String GOOD = "{\"provider\":\"ollama\",\"model\":\"m\"}";

    static List<Arguments> badBodies() {
        return List.of(
                Arguments.of("name", "{\"deployments\":[" + GOOD + "]}"),
                Arguments.of("name", "{\"name\":\"a*\",\"deployments\":[" + GOOD + "]}"),
                Arguments.of("name", "{\"name\":\"" + "n".repeat(201) + "\",\"deployments\":[" + GOOD + "]}"),
                Arguments.of("deployments", "{\"name\":\"a\"}"),
                Arguments.of("deployments", "{\"name\":\"a\",\"deployments\":[]}"),
                Arguments.of(
                        "deployments",
                        "{\"name\":\"a\",\"deployments\":[" + String.join(",", Collections.nCopies(10_000, GOOD))
                                + "]}"),
                Arguments.of("deployments[0].weight", deployment("\"weight\":-1")),
                Arguments.of("deployments[0].weight", deployment("\"weight\":0")),
                Arguments.of("deployments[0].weight", deployment("\"weight\":1.5")),
                Arguments.of("deployments[0].weight", deployment("\"weight\":\"NaN\"")),
                Arguments.of("deployments[0].dialect", deployment("\"dialect\":\"morse\"")),
                Arguments.of("deployments[0].dialect", deployment("\"dialect\":\"responses\"")),
                Arguments.of("deployments[0].id", deployment("\"id\":\"a b\"")),
                Arguments.of("deployments[0].apiKey", deployment("\"apiKey\":\"a\\r\\nX-Evil: 1\"")),
                Arguments.of("deployments[0].baseUrl", deployment("\"baseUrl\":\"file:///etc/passwd\"")),
                Arguments.of("deployments[0].baseUrl", deployment("\"baseUrl\":\"http://a:b@host/\"")),
                Arguments.of("deployments[0].baseUrl", deployment("\"baseUrl\":\"http://host/a b\"")),
                Arguments.of(
                        "deployments[0].baseUrl",
                        "{\"name\":\"a\",\"deployments\":[{\"provider\":\"azure\",\"model\":\"m\"}]}"),
                Arguments.of(
                        "deployments[0].provider",
                        "{\"name\":\"a\",\"deployments\":[{\"provider\":\"nobody\",\"model\":\"m\"}]}"),
                Arguments.of("choice", more("\"choice\":\"round-robin\"")),
                Arguments.of("fallbacks[0]", more("\"fallbacks\":[\"nothing\"]")),
                Arguments.of("fallbacks[0]", more("\"fallbacks\":[\"a\"]")),
                Arguments.of("fallbacks[1]", more("\"fallbacks\":[\"demo\",\"demo\"]")),
                Arguments.of("prices.input", more("\"prices\":{\"input\":-1,\"output\":1}")),
                Arguments.of("prices.output", more("\"prices\":{\"input\":1}")),
                Arguments.of("prices.input", more("\"prices\":{\"input\":1e400,\"output\":1}")),
                Arguments.of("contextTokens", more("\"contextTokens\":0")),
                Arguments.of("groups", more("\"groups\":[\"grp_nobody\"]")),
                Arguments.of("enabled", more("\"enabled\":\"yes\"")));
    }

    private static String deployment(String field) {
        return "{\"name\":\"a\",\"deployments\":[{\"provider\":\"ollama\",\"model\":\"m\"," + field + "}]}";
    }

    private static String more(String field) {
        return "{\"name\":\"a\",\"deployments\":[" + GOOD + "]," + field + "}";
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
            String models = server.root() + "/api/v1/admin/models";

            assertThat(badBodies()).allSatisfy(bad -> {
                HttpResponse<String> refused = ada.exchange("POST", models, String.valueOf(bad.get()[1]));
                assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
                assertThat(refused.body()).contains(bad.get()[0] + ":");
            });
            assertThat(ada.get(models).get("models"))
                    .singleElement()
                    .satisfies(model -> assertThat(model.get("source").asText()).isEqualTo("environment"));
        }
    }
}
