package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.wire.json.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The newer era, and what an imported server sends, at the address of everything and at its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class McpGatewayTest {
    private static final String ONE = "/mcp/camera";
    private static final String META = "io.modelcontextprotocol/";

    private final ImportedServer camera = new ImportedServer();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.endpoints(() -> List.of(camera)));

    private final Client ada = client(server.client().stranger());

    private static Client client(Client.Person person) {
        return person.client()
                .with("Content-Type", "application/json")
                .with("Accept", "application/json, text/event-stream");
    }

    @BeforeAll
    void import_the_tools() {
        server.core().importTools();
    }

    private static Map<String, Object> meta() {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put(META + "protocolVersion", "2026-07-28");
        meta.put(META + "clientCapabilities", Map.of("elicitation", Map.of()));
        return meta;
    }

    private static String message(String method, Map<String, Object> params) {
        return Json.text(Map.of("jsonrpc", "2.0", "id", 7, "method", method, "params", params));
    }

    private static Client.Answer ask(Client client, String path, String method, Map<String, Object> own) {
        Map<String, Object> params = new LinkedHashMap<>(own);
        params.put("_meta", meta());
        Client sending = client.with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", method);
        Object name = own.getOrDefault("name", own.getOrDefault("uri", ""));
        return (name.equals("") ? sending : sending.with("Mcp-Name", String.valueOf(name)))
                .post(path, message(method, params));
    }

    private JsonNode result(String path, String method, Map<String, Object> own) {
        Client.Answer answer = ask(ada, path, method, own);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().path("result");
    }

    @ParameterizedTest
    @CsvSource({
        "clientCapabilities, , 400, -32602",
        "protocolVersion, , 400, -32602",
        ", MCP-Protocol-Version, 400, -32020",
        ", Mcp-Method, 400, -32020",
        ", Mcp-Name, 400, -32020"
    })
    void what_a_request_lacks_is_named(String member, String header, int status, int code) {
        Map<String, Object> meta = meta();
        meta.remove(META + member);
        Client sending = ada;
        for (String name : List.of("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name")) {
            String value = Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call")
                    .getOrDefault(name, "Shot");
            sending = name.equals(header) ? sending : sending.with(name, value);
        }

        Client.Answer answer =
                sending.post(ONE, message("tools/call", Map.of("name", "Shot", "arguments", Map.of(), "_meta", meta)));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.json().at("/error/code").asInt()).isEqualTo(code);
        assertThat(answer.json().get("id").asInt()).isEqualTo(7);
    }

    @Test
    void a_revision_that_does_not_exist_is_refused_with_those_that_do() {
        Map<String, Object> meta = meta();
        meta.put(META + "protocolVersion", "2031-01-01");

        Client.Answer answer = ada.with("MCP-Protocol-Version", "2031-01-01")
                .post("/mcp", message("server/discover", Map.of("_meta", meta)));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32022);
        assertThat(answer.json().at("/error/data/supported/0").asText()).isEqualTo("2026-07-28");
    }

    @ParameterizedTest
    @CsvSource({"initialize", "ping", "resources/subscribe", "nothing/such"})
    void a_method_that_the_newer_era_lacks_is_404(String method) {
        Client.Answer answer = ask(ada, "/mcp", method, Map.of());

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32601);
    }

    @Test
    void the_newer_era_has_no_get() {
        assertThat(ada.with("MCP-Protocol-Version", "2026-07-28").get("/mcp").status())
                .isEqualTo(405);
    }

    @Test
    void an_integration_introduces_itself_at_its_own_address() {
        JsonNode said = result(ONE, "server/discover", Map.of());

        assertThat(said.at("/instructions").asText()).isEqualTo("Point it at something.");
        assertThat(said.at("/_meta/io.modelcontextprotocol~1serverInfo/name").asText())
                .isEqualTo("camera");
        assertThat(said.at("/capabilities/resources/subscribe").asBoolean()).isTrue();
        assertThat(said.at("/cacheScope").asText()).isEqualTo("private");
        assertThat(ask(ada, "/mcp/nothing", "server/discover", Map.of()).status())
                .isEqualTo(404);
    }

    @Test
    void tools_are_listed_as_their_server_declares_them() {
        JsonNode own = result(ONE, "tools/list", Map.of()).at("/tools/4");
        JsonNode ofAll = result("/mcp", "tools/list", Map.of()).at("/tools");

        assertThat(own.get("name").asText()).isEqualTo("steps");
        JsonNode shot = result(ONE, "tools/list", Map.of()).at("/tools/3");
        assertThat(shot.get("name").asText()).isEqualTo("Shot");
        assertThat(shot.get("title").asText()).isEqualTo("A shot");
        assertThat(shot.at("/icons/0/src").asText()).isEqualTo("data:,");
        assertThat(shot.at("/inputSchema/properties/n/x-mcp-header").asText()).isEqualTo("Number");
        assertThat(ofAll.findValuesAsText("name")).contains("camera__steps");
    }

    @Test
    void results_are_passed_on_as_they_were_sent_but_for_hidden_characters() {
        JsonNode shot = result(ONE, "tools/call", Map.of("name", "Shot", "arguments", Map.of()));

        assertThat(shot.at("/content/0")).isEqualTo(Json.MAPPER.valueToTree(ImportedServer.PICTURE));
        assertThat(shot.at("/content/1/text").asText()).isEqualTo("a<U+200B>b");
        assertThat(shot.at("/structuredContent/width").asInt()).isEqualTo(1);
        assertThat(shot.at("/_meta/example.org~1cost").asInt()).isEqualTo(2);
        assertThat(shot.get("resultType").asText()).isEqualTo("complete");
        assertThat(shot.has("isError")).isFalse();
    }

    @Test
    void progress_comes_before_the_result() {
        Client.Answer answer = ask(ada, ONE, "tools/call", Map.of("name", "steps", "arguments", Map.of()));

        assertThat(answer.body()).containsSubsequence("notifications/progress", "stepped");
    }

    @Test
    void the_error_of_a_server_keeps_its_code_and_its_data() {
        Client.Answer answer = ask(ada, ONE, "tools/call", Map.of("name", "refuse", "arguments", Map.of()));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32021);
        assertThat(answer.json().at("/error/data/a").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"5, 200", "=?base64?NQ==?=, 200", "5.0, 200", "6, 400", "=?base64?N?=, 400", "'', 400"})
    void the_header_of_a_parameter_says_what_the_arguments_say(String sent, int status) {
        Client sending = sent.isEmpty() ? ada : ada.with("Mcp-Param-Number", sent);

        Client.Answer answer = ask(sending, ONE, "tools/call", Map.of("name", "Shot", "arguments", Map.of("n", 5)));

        assertThat(answer.status()).isEqualTo(status);
    }

    private static Map<String, Object> answered(String tool, String key, JsonNode asked) {
        return Map.of(
                "name", tool,
                "arguments", Map.of(),
                "inputResponses", Map.of(key, Map.of("action", "accept", "content", Map.of("name", "Ada"))),
                "requestState", asked.path("requestState").asText());
    }

    @Test
    void state_of_a_server_is_sealed_for_the_caller_and_the_tool() {
        JsonNode asked = result(ONE, "tools/call", Map.of("name", "ask", "arguments", Map.of()));
        String state = asked.path("requestState").asText();
        Client bob = client(server.client().stranger());

        assertThat(asked.at("/inputRequests/name/method").asText()).isEqualTo("elicitation/create");
        assertThat(state).doesNotContain("secret");
        assertThat(result(ONE, "tools/call", answered("ask", "name", asked))
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("asked");
        assertThat(camera.got.getLast()).containsEntry("requestState", "secret");
        assertRefused(ask(bob, ONE, "tools/call", answered("ask", "name", asked)));
        assertRefused(ask(ada, ONE, "tools/call", answered("Shot", "name", asked)));
        Map<String, Object> altered = new LinkedHashMap<>(answered("ask", "name", asked));
        altered.put("requestState", state.substring(0, state.length() - 2) + "AA");
        assertRefused(ask(ada, ONE, "tools/call", altered));
        altered.put("requestState", "AAAA");
        assertRefused(ask(ada, ONE, "tools/call", altered));
    }

    private static void assertRefused(Client.Answer answer) {
        assertThat(answer.json().at("/error/code").asInt()).as(answer.body()).isEqualTo(-32602);
    }

    @Test
    void question_of_a_server_of_the_older_era_is_answered_by_another_request() {
        JsonNode asked = result(ONE, "tools/call", Map.of("name", "old", "arguments", Map.of()));

        JsonNode done = result(ONE, "tools/call", answered("old", "question", asked));

        assertThat(asked.get("resultType").asText()).isEqualTo("input_required");
        assertThat(asked.at("/_meta").has("dev.guildhall/asked")).isFalse();
        assertThat(done.at("/content/0/text").asText()).isEqualTo("accept");
    }

    @Test
    void prompts_and_resources_of_all_servers_have_names_of_their_own() {
        JsonNode prompts = result("/mcp", "prompts/list", Map.of());
        JsonNode resources = result("/mcp", "resources/list", Map.of());
        String address = resources.at("/resources/0/uri").asText();
        JsonNode read = result("/mcp", "resources/read", Map.of("uri", address));

        assertThat(prompts.at("/prompts/0/name").asText()).isEqualTo("camera__portrait");
        assertThat(address).isEqualTo("guildhall://camera/shot%3A%2F%2F1%20a%2Fb");
        assertThat(read.at("/contents/0/uri").asText()).isEqualTo(address);
        assertThat(read.at("/contents/0/blob").asText()).isEqualTo("AAAA");
        assertThat(camera.got.getLast()).containsEntry("uri", "shot://1 a/b");
        assertThat(result(ONE, "resources/list", Map.of())
                        .at("/resources/0/uri")
                        .asText())
                .isEqualTo("shot://1 a/b");
    }

    @Test
    void resource_that_does_not_exist_is_an_error_that_names_it() {
        Client.Answer answer = ask(ada, "/mcp", "resources/read", Map.of("uri", "file:///etc/passwd"));

        assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(answer.json().at("/error/data/uri").asText()).isEqualTo("file:///etc/passwd");
    }

    /** The data of the first two events of a stream of changes. */
    private List<JsonNode> changes(String path, Map<String, Object> wanted) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Authorization", "Bearer " + server.client().stranger().accessToken())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "subscriptions/listen")
                .POST(HttpRequest.BodyPublishers.ofString(
                        message("subscriptions/listen", Map.of("notifications", wanted, "_meta", meta()))))
                .build();
        try (HttpClient http = HttpClient.newHttpClient();
                BufferedReader lines = new BufferedReader(new InputStreamReader(
                        http.send(request, HttpResponse.BodyHandlers.ofInputStream())
                                .body(),
                        StandardCharsets.UTF_8))) {
            List<JsonNode> events = new ArrayList<>();
            while (events.size() < 2) {
                String line = Objects.requireNonNull(lines.readLine(), "the stream has ended");
                if (line.startsWith("data: ")) {
                    events.add(Json.MAPPER.readTree(line.substring("data: ".length())));
                }
            }
            return events;
        }
    }

    @Test
    @Timeout(30)
    void the_address_of_all_servers_reports_changes_of_their_prompts_and_resources() throws Exception {
        List<JsonNode> events = changes(
                "/mcp",
                Map.of(
                        "promptsListChanged",
                        true,
                        "resourcesListChanged",
                        true,
                        "resourceSubscriptions",
                        List.of("x")));

        assertThat(events.getFirst().at("/params/notifications"))
                .isEqualTo(Json.MAPPER.readTree("{\"promptsListChanged\":true,\"resourcesListChanged\":true}"));
        assertThat(events.getLast().path("method").asText()).isEqualTo("notifications/prompts/list_changed");
        assertThat(result("/mcp", "server/discover", Map.of())
                        .at("/capabilities/prompts/listChanged")
                        .asBoolean())
                .isTrue();
    }
}
