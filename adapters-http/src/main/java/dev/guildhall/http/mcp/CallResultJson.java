package dev.guildhall.http.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool call.
 *
 * @param content a text for the model, with hidden characters escaped
 * @param structuredContent the same text as JSON, only for a success: a client gives the model one of the two
 * @param isError whether the text explains why there is no result
 * @param meta more for programs; may be empty
 */
record CallResultJson(
        List<TextJson> content,

        @JsonRawValue @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String structuredContent,

        boolean isError,

        @JsonProperty("_meta") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        Map<String, Object> meta) {
    record TextJson(String type, String text) {}

    /** The result of a tool, as JSON and as text for clients that support only text. */
    static CallResultJson success(Object data, Map<String, Object> meta) {
        String text = HiddenCharacters.escaped(Json.text(data));
        return new CallResultJson(List.of(new TextJson("text", text)), text, false, meta);
    }

    /** Explains to the model why there is no result. */
    static CallResultJson error(String message, Map<String, Object> meta) {
        return new CallResultJson(List.of(new TextJson("text", HiddenCharacters.escaped(message))), null, true, meta);
    }
}
