package dev.guildhall.wire.ollama;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /api/chat}. Absent fields are null and not written.
 *
 * @param format the text {@code json}, or a schema
 * @param options those of {@link OptionsJson}, and those of the client
 * @param think as the client sent it
 * @param keepAlive as the client sent it
 */
public record OllamaRequestJson(
        String model,
        List<MessageJson> messages,
        @Nullable List<ToolJson> tools,
        @Nullable Object format,
        Map<String, Object> options,
        @Nullable Object think,
        @Nullable Object keepAlive,
        boolean stream) {
    /**
     * One message.
     *
     * @param images pictures in base64
     * @param toolName the tool of a result; servers before mid-2025 ignore it
     * @param toolCallId the call of a result; servers before late 2025 ignore it
     */
    record MessageJson(
            String role,
            String content,
            @Nullable List<String> images,
            @Nullable List<CalledJson> toolCalls,
            @Nullable String toolName,
            @Nullable String toolCallId) {
        static MessageJson text(String role, String content) {
            return new MessageJson(role, content, null, null, null, null);
        }
    }

    record CalledJson(String id, CalledFunctionJson function) {}

    record CalledFunctionJson(String name, Map<String, Object> arguments) {}

    record ToolJson(String type, FunctionJson function) {}

    record FunctionJson(String name, String description, Map<String, Object> parameters) {}

    record OptionsJson(
            @Nullable Double temperature,
            @Nullable Integer numPredict,
            @Nullable Double topP,
            @Nullable List<String> stop,
            @Nullable Long seed,
            @Nullable Double presencePenalty,
            @Nullable Double frequencyPenalty,
            long numCtx) {}
}
