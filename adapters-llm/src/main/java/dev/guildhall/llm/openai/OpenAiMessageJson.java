package dev.guildhall.llm.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a request.
 *
 * @param content null, and written as null, for an assistant message with calls only
 */
record OpenAiMessageJson(
        String role,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String content,
        @Nullable List<CalledJson> toolCalls,
        @Nullable String toolCallId) {
    /** An earlier call of the model. */
    record CalledJson(String id, String type, CalledFunctionJson function) {}

    /** The called function; the arguments are JSON text inside JSON. */
    record CalledFunctionJson(String name, String arguments) {}

    static OpenAiMessageJson text(String role, String content) {
        return new OpenAiMessageJson(role, content, null, null);
    }
}
