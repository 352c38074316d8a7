package dev.guildhall.wire.openai;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /chat/completions}. Absent fields are null and not written.
 *
 * @param maxTokens the bound of the answer for compatible servers
 * @param maxCompletionTokens the same for OpenAI itself, whose newer models refuse the other name
 * @param toolChoice a mode, or the function that the model must call
 * @param parallelToolCalls absent for the default, since some servers do not know the field
 * @param others further settings by their names
 */
public record OpenAiRequestJson(
        String model,
        List<OpenAiMessageJson> messages,
        @Nullable Double temperature,
        @Nullable Double topP,
        @Nullable List<String> stop,
        @Nullable Long seed,
        @Nullable Double presencePenalty,
        @Nullable Double frequencyPenalty,
        @Nullable Integer maxTokens,
        @Nullable Integer maxCompletionTokens,
        @Nullable List<ToolJson> tools,
        @Nullable Object toolChoice,
        @Nullable Boolean parallelToolCalls,
        @Nullable ResponseFormatJson responseFormat,
        boolean stream,
        @Nullable StreamOptionsJson streamOptions,

        @JsonAnyGetter Map<String, Object> others) {
    /** Asks for the usage in the last event of the stream. */
    record StreamOptionsJson(boolean includeUsage) {}

    record ToolJson(String type, FunctionJson function) {}

    /**
     * The description of the function.
     *
     * @param strict absent unless the request sets it, since some servers do not know the field
     */
    record FunctionJson(
            String name,
            String description,
            Object parameters,
            @Nullable Boolean strict) {}

    record NamedToolJson(String type, NameJson function) {}

    record NameJson(String name) {}

    record ResponseFormatJson(String type, @Nullable JsonSchemaJson jsonSchema) {}

    record JsonSchemaJson(String name, Object schema, boolean strict) {}
}
