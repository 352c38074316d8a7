package dev.guildhall.http.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** The wire records of JSON-RPC answers. */
final class RpcJson {
    private static final String VERSION = "2.0";

    private RpcJson() {}

    /** What was asked for. */
    record ResultJson(String jsonrpc, JsonNode id, Object result) {}

    /** Why there is none; without an identifier that could be read {@code id} is null, as JSON-RPC has it. */
    record ErrorJson(String jsonrpc, JsonNode id, FaultJson error) {}

    /** What went wrong. */
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
