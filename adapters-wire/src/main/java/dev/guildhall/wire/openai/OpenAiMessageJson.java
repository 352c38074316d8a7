package dev.guildhall.wire.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
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
        @Nullable List<CalledJson> toolCalls,
        @Nullable String toolCallId) {
    record CalledJson(String id, String type, CalledFunctionJson function) {}

    /** The called function; the arguments are JSON text inside JSON. */
    record CalledFunctionJson(String name, String arguments) {}

    sealed interface PartJson {}

    record TextPartJson(String type, String text) implements PartJson {
        TextPartJson(String text) {
            this("text", text);
        }
    }

    record PicturePartJson(String type, UrlJson imageUrl) implements PartJson {
        PicturePartJson(String url, @Nullable String detail) {
            this("image_url", new UrlJson(url, detail));
        }
    }

    record UrlJson(String url, @Nullable String detail) {}

    record SoundPartJson(String type, SoundJson inputAudio) implements PartJson {
        SoundPartJson(String base64, String format) {
            this("input_audio", new SoundJson(base64, format));
        }
    }

    record SoundJson(String data, String format) {}

    record FilePartJson(String type, FileJson file) implements PartJson {
        FilePartJson(String name, String url) {
            this("file", new FileJson(name, url));
        }
    }

    record FileJson(String filename, String fileData) {}

    static OpenAiMessageJson text(String role, String content) {
        return new OpenAiMessageJson(role, content, null, null);
    }
}
