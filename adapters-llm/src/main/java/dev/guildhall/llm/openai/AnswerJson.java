package dev.guildhall.llm.openai;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One event of a stream, or a whole answer: they differ in the name of the part that holds the words.
 *
 * @param choices empty in the event that carries the usage
 * @param error what some providers send instead, in a stream that began well
 */
record AnswerJson(
        @Nullable String model,
        @Nullable List<ChoiceJson> choices,
        @Nullable UsageJson usage,
        @Nullable JsonNode error) {
    /** The answer; there is never more than one, for one is asked for. */
    record ChoiceJson(
            @Nullable PartJson delta,
            @Nullable PartJson message,
            @Nullable String finishReason) {}

    /**
     * Some words, some calls.
     *
     * @param content text, or a list of parts with text in some of them
     */
    record PartJson(@Nullable JsonNode content, @Nullable List<CallJson> toolCalls) {}

    /** A call, or a piece of one; the index says of which. */
    record CallJson(
            @Nullable Integer index,
            @Nullable String id,
            @Nullable CallFunctionJson function) {}

    /** The name comes once, the arguments in pieces. */
    record CallFunctionJson(@Nullable String name, @Nullable JsonNode arguments) {}

    /** What the answer cost. */
    record UsageJson(@Nullable Long promptTokens, @Nullable Long completionTokens) {}
}
