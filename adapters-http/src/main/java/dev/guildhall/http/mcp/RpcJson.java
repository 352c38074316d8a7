package dev.guildhall.http.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

final class RpcJson {
    private static final String VERSION = "2.0";

    private RpcJson() {}

    record ResultJson(String jsonrpc, JsonNode id, Object result) {}

    /**
     * The response to a failed request; {@code id} is null when the request's id could not be read, as JSON-RPC
     * requires.
     */
    record ErrorJson(String jsonrpc, JsonNode id, FaultJson error) {}

    record FaultJson(
            long code,
            String message,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Object data) {}

    static ResultJson result(JsonNode id, Object result) {
        return new ResultJson(VERSION, id, result);
    }

    /** The response with a result that is JSON already. */
    static byte[] result(JsonNode id, byte[] result) {
        String text = id.isInt() ? id.asText() : Json.text(id);
        byte[] head = ("{\"jsonrpc\":\"2.0\",\"id\":" + text + ",\"result\":").getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(head, head.length + result.length + 1);
        System.arraycopy(result, 0, whole, head.length, result.length);
        whole[whole.length - 1] = '}';
        return whole;
    }

    static ErrorJson error(JsonNode id, RpcRefusal refused) {
        return new ErrorJson(VERSION, id, new FaultJson(refused.code(), refused.message(), refused.data()));
    }

    static ErrorJson error(JsonNode id, RpcCode code, String message, Map<String, Object> data) {
        return new ErrorJson(VERSION, id, new FaultJson(code.number(), message, data));
    }

    record NotificationJson(String jsonrpc, String method, Map<String, Object> params) {}

    record QuestionJson(String jsonrpc, String id, String method, Map<String, Object> params) {}

    /** A notification, as one line of JSON. */
    static String notification(String method, Map<String, Object> params) {
        return Json.text(new NotificationJson(VERSION, method, params));
    }

    /** A request of the server to the client, as one line of JSON. */
    static String question(String id, String method, Map<String, Object> params) {
        return Json.text(new QuestionJson(VERSION, id, method, params));
    }
}
