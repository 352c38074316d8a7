package dev.guildhall.llm.anthropic;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /v1/messages}. Absent fields are null and not written.
 *
 * @param maxTokens must always be there
 * @param messages roles alternate and begin with the user's
 */
record MessagesRequestJson(
        String model,
        int maxTokens,
        @Nullable String system,
        List<TurnJson> messages,
        @Nullable Double temperature,
        @Nullable Double topP,
        @Nullable List<String> stopSequences,
        @Nullable List<ToolJson> tools,
        @Nullable ToolChoiceJson toolChoice,
        @Nullable OutputConfigJson outputConfig,
        boolean stream) {
    /** What one side says before the other has its turn. */
    record TurnJson(String role, List<BlockJson> content) {}

    /**
     * A function that the model may call.
     *
     * @param strict absent where it is not asked for, for not every model knows it
     */
    record ToolJson(
            String name,
            @Nullable String description,
            Map<String, Object> inputSchema,
            @Nullable Boolean strict) {}

    /** Whether it calls one. */
    record ToolChoiceJson(
            String type, @Nullable String name, @Nullable Boolean disableParallelToolUse) {}

    /** The form of its words. */
    record OutputConfigJson(FormatJson format) {}

    /** A schema that the words are held to. */
    record FormatJson(String type, Map<String, Object> schema) {}
}
