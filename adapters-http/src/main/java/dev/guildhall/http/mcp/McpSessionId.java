package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The identifier of a session of the older era. It grants no rights, and ends in letters for what the client can answer,
 * so that every node knows that.
 */
final class McpSessionId {
    private static final Map<String, String> LETTERS = Map.of("e", "elicitation", "s", "sampling", "r", "roots");

    private McpSessionId() {}

    static String of(JsonNode capabilities) {
        StringBuilder id = new StringBuilder(UUID.randomUUID().toString()).append('.');
        LETTERS.forEach((letter, name) -> id.append(capabilities.path(name).isObject() ? letter : ""));
        // In a form an address may be shown only to clients that say so.
        id.append(capabilities.path("elicitation").path("url").isObject() ? "u" : "");
        return id.toString();
    }

    static Map<String, Object> capabilities(String session) {
        String letters = session.substring(session.lastIndexOf('.') + 1);
        Map<String, Object> capabilities = new LinkedHashMap<>();
        if (session.indexOf('.') >= 0) {
            LETTERS.forEach((letter, name) -> {
                if (letters.contains(letter)) {
                    capabilities.put(name, Map.of());
                }
            });
            if (letters.contains("u")) {
                capabilities.put("elicitation", Map.of("form", Map.of(), "url", Map.of()));
            }
        }
        return capabilities;
    }
}
