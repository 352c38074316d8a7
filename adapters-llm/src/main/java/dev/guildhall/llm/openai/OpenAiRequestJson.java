package dev.guildhall.llm.openai;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /chat/completions}. Absent fields are null and not written.
 *
 * @param maxTokens the bound of the answer as every compatible server understands it
 * @param maxCompletionTokens the same as OpenAI itself wants it, whose newer models refuse the other name
 * @param toolChoice a word, or the function that is to be called
 * @param parallelToolCalls absent where the provider's own way will do, for some servers do not know it
 */
record OpenAiRequestJson(
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
        @Nullable StreamOptionsJson streamOptions) {
    /** Asks for the usage in the last event of the stream. */
    record StreamOptionsJson(boolean includeUsage) {}

    /** A function that the model may call. */
    record ToolJson(String type, FunctionJson function) {}

    /**
     * What the model must know of it.
     *
     * @param strict absent where it is not asked for, for some servers do not know it
     */
    record FunctionJson(
            String name,
            String description,
            Object parameters,
            @Nullable Boolean strict) {}

    /** The function that is to be called. */
    record NamedToolJson(String type, NameJson function) {}

    /** Its name. */
    record NameJson(String name) {}

    /** The form of the answer's words. */
    record ResponseFormatJson(String type, @Nullable JsonSchemaJson jsonSchema) {}

    /** A form by schema. */
    record JsonSchemaJson(String name, Object schema, boolean strict) {}
}
