package dev.guildhall.http.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
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
            int code,
            String message,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> data) {}

    static ResultJson result(JsonNode id, Object result) {
        return new ResultJson(VERSION, id, result);
    }

    static ErrorJson error(JsonNode id, RpcRefusal refused) {
        return error(id, refused.code(), refused.message(), refused.data());
    }

    static ErrorJson error(JsonNode id, RpcCode code, String message, Map<String, Object> data) {
        return new ErrorJson(VERSION, id, new FaultJson(code.number(), message, data));
    }
}
