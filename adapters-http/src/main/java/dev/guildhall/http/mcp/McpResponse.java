package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import java.util.Map;

/** How a call ended. */
sealed interface McpResponse {
    /** @param message the JSON-RPC response, one line of JSON */
    record Message(String message) implements McpResponse {}

    /** @param failure is thrown where the response can still be an HTTP error */
    record Failed(RuntimeException failure) implements McpResponse {}

    /** The JSON-RPC response for a stream that has begun. */
    default String message(JsonNode request) {
        return switch (this) {
            case Message(String message) -> message;
            case Failed(RpcRefusal refused) -> Json.text(RpcJson.error(request, refused));
            case Failed(Refusal refused) ->
                Json.text(RpcJson.error(
                        request, RpcCode.SERVER_ERROR, refused.problem().message(), Map.of()));
            case Failed _ -> Json.text(RpcJson.error(request, RpcCode.INTERNAL_ERROR, "internal error", Map.of()));
        };
    }
}
