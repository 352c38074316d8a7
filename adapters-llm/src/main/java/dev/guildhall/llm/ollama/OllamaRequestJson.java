package dev.guildhall.llm.ollama;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /api/chat}. Absent fields are null and not written.
 *
 * @param format the text {@code json}, or a schema
 */
record OllamaRequestJson(
        String model,
        List<MessageJson> messages,
        @Nullable List<ToolJson> tools,
        @Nullable Object format,
        @Nullable OptionsJson options,
        boolean stream) {
    /**
     * One message.
     *
     * @param toolName whose result it is; servers of before mid-2025 pass it over
     * @param toolCallId which call's result it is; servers of before late 2025 pass it over
     */
    record MessageJson(
            String role,
            String content,
            @Nullable List<CalledJson> toolCalls,
            @Nullable String toolName,
            @Nullable String toolCallId) {
        static MessageJson text(String role, String content) {
            return new MessageJson(role, content, null, null, null);
        }
    }

    /** A call that the model made before. */
    record CalledJson(String id, CalledFunctionJson function) {}

    /** What it called, and with what. */
    record CalledFunctionJson(String name, Map<String, Object> arguments) {}

    /** A function that the model may call. */
    record ToolJson(String type, FunctionJson function) {}

    /** What the model must know of it. */
    record FunctionJson(String name, String description, Map<String, Object> parameters) {}

    /** How the model picks its words. */
    record OptionsJson(
            @Nullable Double temperature,
            @Nullable Integer numPredict,
            @Nullable Double topP,
            @Nullable List<String> stop,
            @Nullable Long seed,
            @Nullable Double presencePenalty,
            @Nullable Double frequencyPenalty) {
        static final OptionsJson NONE = new OptionsJson(null, null, null, null, null, null, null);
    }
}
