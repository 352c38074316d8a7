package dev.guildhall.wire.completion;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.wire.http.ProviderJson;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the arguments of a tool call, which models write as JSON text that is sometimes malformed. */
public final class ArgumentsText {
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private ArgumentsText() {}

    /** The arguments; blank text and null mean no arguments. */
    public static ToolArguments parse(String text) {
        if (text.isBlank()) {
            return new ToolArguments.Parsed(Map.of());
        }
        try {
            JsonNode json = ProviderJson.MAPPER.readTree(text);
            if (json.isNull()) {
                return new ToolArguments.Parsed(Map.of());
            }
            return json.isObject()
                    ? new ToolArguments.Parsed(ProviderJson.MAPPER.convertValue(json, OBJECT))
                    : malformed(
                            text,
                            "but were of type " + json.getNodeType().name().toLowerCase(Locale.ROOT));
        } catch (JsonProcessingException malformed) {
            return malformed(text, "but are not JSON" + place(malformed.getLocation()));
        }
    }

    /** Where the parser failed; its own message does not help a model. */
    private static String place(@Nullable JsonLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : " from line " + location.getLineNr() + ", column " + location.getColumnNr() + " on";
    }

    private static ToolArguments malformed(String text, String reason) {
        return new ToolArguments.Malformed(text, "the arguments must be one JSON object, " + reason);
    }
}
