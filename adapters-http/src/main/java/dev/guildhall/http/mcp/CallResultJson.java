package dev.guildhall.http.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.guildhall.http.json.Json;
import dev.guildhall.ports.tool.HiddenCharacters;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call of a tool is answered with.
 *
 * @param content a text for the model, with hidden characters spelt out
 * @param structuredContent the same text as JSON, of a success alone: clients give models the one or the other
 * @param isError whether the text says why there is no result
 * @param meta more for programs; may be empty
 */
record CallResultJson(
        List<TextJson> content,

        @JsonRawValue @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String structuredContent,

        boolean isError,

        @JsonProperty("_meta") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        Map<String, Object> meta) {
    /** Text content. */
    record TextJson(String type, String text) {}

    /** The data of a tool, as itself and as text, for clients that know of text alone. */
    static CallResultJson success(Object data, Map<String, Object> meta) {
        String text = HiddenCharacters.escaped(Json.text(data));
        return new CallResultJson(List.of(new TextJson("text", text)), text, false, meta);
    }

    /** Why there is none, for a model to act on. */
    static CallResultJson error(String message, Map<String, Object> meta) {
        return new CallResultJson(List.of(new TextJson("text", HiddenCharacters.escaped(message))), null, true, meta);
    }
}
