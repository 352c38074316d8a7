package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of tool calls, as members of JSON. */
final class CallResults {
    private CallResults() {}

    /**
     * The result of a tool, as JSON and as text for clients that support only text: a client gives the model one of the two.
     *
     * @param meta more for programs; may be empty
     */
    static Map<String, Object> success(Object data, Map<String, Object> meta) {
        String text = HiddenCharacters.escaped(Json.text(data));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("content", content(text));
        result.put("structuredContent", new RawValue(text));
        return ended(result, false, meta);
    }

    /** The words of a model. */
    static Map<String, Object> text(String text, Map<String, Object> meta) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("content", content(HiddenCharacters.escaped(text)));
        return ended(result, false, meta);
    }

    /** Explains to the model why there is no result. */
    static Map<String, Object> error(String message, Map<String, Object> meta) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("content", content(HiddenCharacters.escaped(message)));
        return ended(result, true, meta);
    }

    private static List<Map<String, Object>> content(String text) {
        return List.of(Map.of("type", "text", "text", text));
    }

    private static Map<String, Object> ended(Map<String, Object> result, boolean isError, Map<String, Object> meta) {
        result.put("isError", isError);
        if (!meta.isEmpty()) {
            result.put(Params.META, meta);
        }
        return result;
    }
}
