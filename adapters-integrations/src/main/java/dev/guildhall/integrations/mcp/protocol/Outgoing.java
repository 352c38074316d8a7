package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.ToolExchange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A request for a server.
 *
 * @param headers are sent over HTTP only; those of the newer era take the place of the conversation's own
 * @param exchange takes what the server sends about the request before its response
 */
public record Outgoing(
        String method, Map<String, Object> parameters, Map<String, String> headers, ToolExchange exchange) {
    public Outgoing {
        headers = Map.copyOf(headers);
    }

    static Outgoing of(String method, Map<String, Object> parameters) {
        return new Outgoing(method, parameters, Map.of(), ToolExchange.none());
    }

    /** The same request with answers to what the server asked for. */
    Outgoing again(Map<String, Object> more) {
        Map<String, Object> all = new LinkedHashMap<>(parameters);
        all.keySet().removeAll(Set.of("inputResponses", "requestState"));
        all.putAll(more);
        return new Outgoing(method, all, headers, exchange);
    }
}
