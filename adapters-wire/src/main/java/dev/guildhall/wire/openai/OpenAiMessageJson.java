package dev.guildhall.wire.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.guildhall.wire.openai.ChatJson.CallJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a request.
 *
 * @param content text, or a list of {@link PartJson}; null, and written as null, for an assistant message with calls only
 */
record OpenAiMessageJson(
        String role,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Object content,
        @Nullable List<CallJson> toolCalls,
        @Nullable String toolCallId) {
    /** One part of the content; its type decides which of the other fields is present. */
    record PartJson(
            String type,
            @Nullable String text,
            @Nullable UrlJson imageUrl,
            @Nullable SoundJson inputAudio,
            @Nullable FileJson file) {
        static PartJson text(String text) {
            return new PartJson("text", text, null, null, null);
        }

        static PartJson picture(String url, @Nullable String detail) {
            return new PartJson("image_url", null, new UrlJson(url, detail), null, null);
        }

        static PartJson sound(String base64, String format) {
            return new PartJson("input_audio", null, null, new SoundJson(base64, format), null);
        }

        static PartJson file(String name, String url) {
            return new PartJson("file", null, null, null, new FileJson(name, url));
        }
    }

    record UrlJson(String url, @Nullable String detail) {}

    record SoundJson(String data, String format) {}

    record FileJson(String filename, String fileData) {}

    static OpenAiMessageJson text(String role, String content) {
        return new OpenAiMessageJson(role, content, null, null);
    }
}
