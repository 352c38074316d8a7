package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol without the tools. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class McpProtocolTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}";

    @AutoClose
    private final McpFixture fixture = new McpFixture();

    private final McpClient mcp = fixture.client(fixture.stranger());

    @ParameterizedTest
    @CsvSource({"2025-11-25, 2025-11-25", "2025-06-18, 2025-06-18", "2025-03-26, 2025-03-26", "2024-11-05, 2025-11-25"})
    void a_client_gets_the_revision_that_it_asks_for_or_else_the_latest(String wanted, String spoken) {
        Client.Answer answer = mcp.with("MCP-Protocol-Version", wanted)
                .request(0, "initialize", Map.of("protocolVersion", wanted, "capabilities", Map.of()));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().at("/result/protocolVersion").asText()).isEqualTo(spoken);
        assertThat(answer.json().at("/result/serverInfo/name").asText()).isEqualTo("guildhall");
        assertThat(answer.json().at("/result/capabilities").toString()).contains("\"tools\":{\"listChanged\":true}");
        assertThat(answer.header("Mcp-Session-Id")).matches("[!-~]{32,128}");
    }

    @Test
    void initialize_without_a_revision_is_refused() {
        JsonNode error = mcp.error("initialize", Map.of());

        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(error.get("message").asText()).isEqualTo("params.protocolVersion: is required");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"seven\"", "-1", "1.5", "\"\""})
    void an_answer_has_the_identifier_of_its_request(String id) {
        Client.Answer answer = mcp.post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard-of\",\"params\":[1]}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":99}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
            })
    void what_wants_no_answer_is_taken(String message) {
        Client.Answer answer = mcp.with("Mcp-Session-Id", "s").post(message);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources/subscribe", "logging/setLevel", "server/discover", "tools", ""})
    void an_unknown_method_is_said_to_be_one(String method) {
        assertThat(mcp.error(method, Map.of()).get("code").asInt()).isEqualTo(-32601);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"a\":1}{", "nonsense", "{\"id\":1,\"id\":2}"})
    void what_is_not_json_is_a_parse_error(String body) {
        assertRefused(mcp.post(body), 400, -32700);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "null",
                "{}",
                "{\"jsonrpc\":\"1.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":2.0,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1e999,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":5}",
                "{\"jsonrpc\":\"2.0\",\"result\":{},\"error\":{}}"
            })
    void json_that_is_no_message_is_an_invalid_request(String body) {
        assertRefused(mcp.post(body), 400, -32600);
    }

    @Test
    void a_message_that_is_none_is_refused_under_its_identifier() {
        Client.Answer answer = mcp.post("{\"id\":5,\"method\":\"ping\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("id").asInt()).isEqualTo(5);
    }

    private static void assertRefused(Client.Answer answer, int status, int code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.json().get("jsonrpc").asText()).isEqualTo("2.0");
        assertThat(answer.json().get("id").isNull()).isTrue();
        assertThat(answer.json().at("/error/code").asInt()).isEqualTo(code);
        assertThat(answer.json().at("/error/message").asText()).isNotBlank();
    }

    @Test
    void a_batch_is_answered_in_the_one_revision_that_has_them() {
        String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
        String unknown = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"nothing\"}";
        String initialize = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"initialize\"}";
        String batch = "[" + String.join(",", PING, notification, unknown, initialize, "7") + "]";

        Client.Answer answer = mcp.post(batch);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().findValuesAsText("id")).containsExactly("p", "2", "3", "null");
        assertThat(answer.json().findValuesAsText("code")).containsExactly("-32601", "-32600", "-32600");
        assertThat(mcp.post("[" + notification + "]").status()).isEqualTo(202);
        assertRefused(mcp.with("MCP-Protocol-Version", "2025-06-18").post(batch), 400, -32600);
    }

    @Test
    void a_batch_is_neither_empty_nor_of_any_size() {
        assertRefused(mcp.post("[]"), 400, -32600);
        assertRefused(mcp.post("[" + (PING + ",").repeat(McpRoutes.MAX_BATCH) + PING + "]"), 400, -32600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "1900-01-01", "latest"})
    void a_request_in_a_revision_that_is_not_spoken_is_400_and_says_which_are(String version) {
        Client.Answer answer = mcp.with("MCP-Protocol-Version", version).post(PING);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("id").asText()).isEqualTo("p");
        assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32022);
        assertThat(answer.json().at("/error/data/supported").toString())
                .isEqualTo("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]");
        assertThat(answer.json().at("/error/data/requested").asText()).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://evil.example", "http://guildhall.test.evil.example", "http://guildhall.test:81", "null"})
    void a_page_of_another_origin_is_refused_whatever_it_sends(String origin) {
        assertRefused(mcp.with("Origin", origin).post(PING), 403, -32000);
        assertRefused(mcp.with("Origin", origin).post("{"), 403, -32000);
    }

    @Test
    void a_page_of_the_servers_own_origin_is_served() {
        assertThat(mcp.with("Origin", TestServer.ISSUER).post(PING).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, 200",
        "*/*, 200",
        "'text/html, application/*;q=0.5', 200",
        "text/event-stream, 406",
        "text/html, 406"
    })
    void a_client_that_takes_no_json_is_told_so(String accept, int status) {
        assertThat(mcp.with("Accept", accept).post(PING).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "application/json;charset=utf-8, 200",
        "Application/JSON, 200",
        "text/plain, 415",
        "multipart/form-data, 415"
    })
    void a_body_says_that_it_is_json(String contentType, int status) {
        assertThat(mcp.with("Content-Type", contentType).post(PING).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "PUT"})
    void there_is_no_session_to_end(String method) {
        Client.Answer answer = mcp.http().send(method, "/mcp");

        assertRefused(answer, 405, -32000);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, POST");
    }

    @Test
    void a_body_that_is_too_large_is_413() {
        assertRefused(mcp.post("\"" + "x".repeat(1024 * 1024) + "\""), 413, -32000);
    }

    @Test
    void what_lies_below_the_endpoint_does_not_exist() {
        assertRefused(mcp.http().post("/mcp/sse", PING), 404, -32000);
    }

    @Test
    void requests_are_counted_against_their_user() {
        Client.Answer answer = mcp.post(PING);

        assertThat(answer.header("RateLimit-Limit")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "7", "\"text\""})
    void parameters_are_named(String params) {
        List<String> methods = List.of("initialize", "tools/list", "tools/call");

        assertThat(methods).allSatisfy(method -> {
            Client.Answer answer =
                    mcp.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
            assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32602);
        });
    }
}
