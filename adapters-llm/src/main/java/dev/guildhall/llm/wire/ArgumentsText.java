package dev.guildhall.llm.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.ToolArguments;
import java.util.Locale;
import java.util.Map;

/** Reads the arguments of a call, which models write as JSON text and not always well. */
public final class ArgumentsText {
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private ArgumentsText() {}

    /** The arguments; nothing at all, and null, mean that there are none. */
    public static ToolArguments parse(String text) {
        if (text.isBlank()) {
            return new ToolArguments.Parsed(Map.of());
        }
        try {
            JsonNode json = Json.MAPPER.readTree(text);
            if (json.isNull()) {
                return new ToolArguments.Parsed(Map.of());
            }
            return json.isObject()
                    ? new ToolArguments.Parsed(Json.MAPPER.convertValue(json, OBJECT))
                    : malformed(
                            text,
                            "but were of type " + json.getNodeType().name().toLowerCase(Locale.ROOT));
        } catch (JsonProcessingException broken) {
            return malformed(text, "but could not be parsed: " + ProviderMessage.shorten(broken.getOriginalMessage()));
        }
    }

    private static ToolArguments malformed(String text, String what) {
        return new ToolArguments.Malformed(text, "the arguments must be one JSON object, " + what);
    }
}
