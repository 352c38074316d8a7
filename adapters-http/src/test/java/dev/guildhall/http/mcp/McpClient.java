package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sends the protocol's messages to a server under test, one in each request. */
record McpClient(Client http) {
    static McpClient of(Client client) {
        return new McpClient(
                client.with("Content-Type", "application/json").with("Accept", "application/json, text/event-stream"));
    }

    McpClient with(String header, String value) {
        return new McpClient(http.with(header, value));
    }

    Client.Answer post(String body) {
        return http.post("/mcp", body);
    }

    Client.Answer request(Object id, String method, Map<String, Object> params) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.put("id", id);
        message.put("method", method);
        message.put("params", params);
        return post(Json.text(message));
    }

    JsonNode result(String method, Map<String, Object> params) {
        Client.Answer answer = request(1, method, params);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().has("result")).as(answer.body()).isTrue();
        return answer.json().get("result");
    }

    JsonNode error(String method, Map<String, Object> params) {
        Client.Answer answer = request(1, method, params);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().get("error");
    }

    JsonNode list() {
        return result("tools/list", Map.of());
    }

    JsonNode call(String tool, Map<String, Object> arguments) {
        return result("tools/call", Map.of("name", tool, "arguments", arguments));
    }
}
