package dev.guildhall.llm.openai;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /chat/completions}. Absent fields are null and not written.
 *
 * @param maxTokens the bound of the answer as every compatible server understands it
 * @param maxCompletionTokens the same as OpenAI itself wants it, whose newer models refuse the other name
 */
record ChatRequestJson(
        String model,
        List<MessageJson> messages,
        @Nullable Double temperature,
        @Nullable Integer maxTokens,
        @Nullable Integer maxCompletionTokens,
        @Nullable List<ToolJson> tools,
        boolean stream,
        @Nullable StreamOptionsJson streamOptions) {
    /** Asks for the usage in the last event of the stream. */
    record StreamOptionsJson(boolean includeUsage) {}

    /** A function that the model may call. */
    record ToolJson(String type, FunctionJson function) {}

    /** What the model must know of it. */
    record FunctionJson(String name, String description, Object parameters) {}
}
