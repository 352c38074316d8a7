package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one database: a tool asks its user on one of them, and the user answers on the other (agents-26). */
@Timeout(180)
class QuestionOnNodesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MANIFEST = """
        {"name": "travel", "displayName": "Travel", "description": "Books journeys.", "kind": "mcp",
         "auth": {"type": "none"}, "mcp": {"url": "http://127.0.0.1:%d/mcp"}}
        """;
    private static final String TOOLS = """
        {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", "tools": [
          {"name": "book", "description": "Books a journey.", "inputSchema": {"type": "object"}}]}
        """;
    private static final String DISCOVERED = """
        {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
         "serverInfo": {"name": "travel", "version": "1"}}
        """;
    private static final String ASKS = """
        {"resultType": "input_required", "requestState": "s", "inputRequests": {"where": {"method": "elicitation/create",
         "params": {"mode": "form", "message": "Where to?", "requestedSchema": {"type": "object",
          "properties": {"city": {"type": "string"}}, "required": ["city"]}}}}}
        """;

    private static void respond(Upstream.Asked asked, String json) throws IOException {
        asked.out().write(ModelResponses.response(200, json));
        asked.out().flush();
    }

    /** An imported server of the newer era, which asks for the city. */
    private static void serve(Upstream.Asked asked) throws IOException {
        JsonNode request = JSON.readTree(asked.body());
        JsonNode city = request.at("/params/inputResponses/where/content/city");
        String result = switch (request.path("method").asText()) {
            case "server/discover" -> DISCOVERED;
            case "tools/list" -> TOOLS;
            default ->
                city.isMissingNode()
                        ? ASKS
                        : "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"booked "
                                + city.asText() + "\"}]}";
        };
        respond(asked, "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    /** A model that calls the tool, and then repeats its result. */
    private static void model(Upstream.Asked asked) throws IOException {
        JsonNode messages = JSON.readTree(asked.body()).path("messages");
        JsonNode last = messages.path(messages.size() - 1);
        boolean isDone = last.path("role").asText().equals("tool");
        ScriptedModels.answer(
                asked,
                isDone
                        ? ScriptedModels.Script.saying(last.path("content").asText())
                        : ScriptedModels.Script.calling("", new ScriptedModels.Call("c1", "travel__book", Map.of())),
                false);
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final Upstream travel = new Upstream(QuestionOnNodesIT::serve);
    private final Upstream model = new Upstream(QuestionOnNodesIT::model);

    @TempDir
    private Path folder;

    private String database = "";
    private Web ada = new Web("");

    @BeforeEach
    void configure() throws IOException {
        database = TestPostgres.newAddress();
        Files.writeString(
                Files.createDirectories(folder.resolve("manifests")).resolve("travel.json"),
                MANIFEST.formatted(travel.port()));
    }

    @AfterEach
    void close() {
        http.close();
        travel.close();
        model.close();
    }

    private ServerProcess start(String node) {
        try {
            return ServerProcess.start(
                    Files.createDirectories(folder.resolve(node)),
                    Map.ofEntries(
                            Map.entry(
                                    "GUILDHALL_DATA_DIR", folder.resolve("data").toString()),
                            Map.entry("GUILDHALL_DATABASE_URL", database),
                            Map.entry(
                                    "GUILDHALL_SECRET_KEY", Base64.getEncoder().encodeToString(new byte[32])),
                            Map.entry("GUILDHALL_PORT", "0"),
                            Map.entry("GUILDHALL_STOP_TIMEOUT", "1"),
                            Map.entry("GUILDHALL_LLM_PROVIDER", "openai"),
                            Map.entry("GUILDHALL_LLM_BASE_URL", "http://127.0.0.1:" + model.port() + "/openai/v1"),
                            Map.entry("GUILDHALL_LLM_MODEL", "m-1"),
                            Map.entry("GUILDHALL_EGRESS_ALLOW", "127.0.0.1"),
                            Map.entry(
                                    "GUILDHALL_INTEGRATIONS_DIR",
                                    folder.resolve("manifests").toString()),
                            Map.entry("GUILDHALL_EMBEDDINGS", "off")));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private HttpResponse<InputStream> asked(RunningServer node) throws Exception {
        ada = new Web(node.address("account"));
        ada.register();
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.address("agent") + "/api/chat"))
                .header("Authorization", "Bearer " + ada.token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        ada.question("Book a journey.", ",\"stream\":true,\"answersQuestions\":true")))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    }

    private static BufferedReader lines(HttpResponse<InputStream> response) {
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** The data of the next event of that name. */
    private static JsonNode next(BufferedReader lines, String event) throws IOException {
        List<String> before = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            before.add(line);
            if (line.equals("event: " + event)) {
                return JSON.readTree(lines.readLine().substring("data: ".length()));
            }
        }
        throw new AssertionError("no event " + event + " in " + before);
    }

    private int answer(RunningServer node, HttpResponse<InputStream> chat, JsonNode question) {
        String address = node.address("agent") + "/api/chat/"
                + chat.headers().firstValue("X-Chat-Id").orElseThrow() + "/questions/"
                + question.path("questionId").asText();
        return ada.exchange(
                        "POST",
                        address,
                        "{\"action\":\"accept\",\"content\":{\"city\":\"Lisbon\"}}",
                        "Content-Type",
                        "application/json")
                .statusCode();
    }

    @Test
    void a_question_of_one_server_is_answered_on_the_other_and_its_call_goes_on() throws Exception {
        CompletableFuture<ServerProcess> starting = CompletableFuture.supplyAsync(() -> start("second"));
        try (ServerProcess first = start("first");
                ServerProcess second = starting.get()) {
            HttpResponse<InputStream> chat = asked(first);
            try (BufferedReader lines = lines(chat)) {
                JsonNode question = next(lines, "question");

                assertThat(answer(second, chat, question)).isEqualTo(204);

                assertThat(next(lines, "question_end").path("action").asText()).isEqualTo("accept");
                assertThat(next(lines, "tool_result").toString()).contains("booked Lisbon");
                next(lines, "done");
                assertThat(answer(second, chat, question)).isEqualTo(409);
            }
        }
    }

    @Test
    void the_stop_of_a_server_ends_its_answer_that_waits_for_a_user() throws Exception {
        CompletableFuture<ServerProcess> starting = CompletableFuture.supplyAsync(() -> start("second"));
        try (ServerProcess second = starting.get()) {
            HttpResponse<InputStream> chat;
            JsonNode question;
            BufferedReader lines;
            try (ServerProcess first = start("first")) {
                chat = asked(first);
                lines = lines(chat);
                question = next(lines, "question");
            }

            assertThat(next(lines, "error").path("error").asText()).isNotEmpty();
            assertThat(answer(second, chat, question)).isEqualTo(409);
            JsonNode stored = ada.get(second.address("agent") + "/api/chat/"
                    + chat.headers().firstValue("X-Chat-Id").orElseThrow() + "?userId=" + ada.userId());
            assertThat(stored.at("/messages/1/toolCalls/0/error").asText()).contains("interrupted");
        }
    }
}
