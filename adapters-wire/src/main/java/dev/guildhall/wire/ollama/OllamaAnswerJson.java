package dev.guildhall.wire.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a stream, or a whole answer: they have the same fields.
 *
 * @param done whether this is the last line
 * @param promptEvalCount tokens of the request; some servers omit it when they had the request in their cache
 * @param evalCount tokens of the answer
 * @param error present when the request failed, also in a stream that began with status 200
 */
record OllamaAnswerJson(
        @Nullable String model,
        @Nullable PartJson message,
        boolean done,
        @Nullable String doneReason,
        @Nullable Long promptEvalCount,
        @Nullable Long evalCount,
        @Nullable JsonNode error) {
    /**
     * A part of the text and calls.
     *
     * @param thinking a part of the reasoning
     */
    record PartJson(
            @Nullable String content,
            @Nullable String thinking,
            @Nullable List<@Nullable CallJson> toolCalls) {}

    /**
     * A complete call.
     *
     * @param id absent before late 2025
     */
    record CallJson(@Nullable String id, @Nullable CallFunctionJson function) {}

    /**
     * The called function.
     *
     * @param arguments an object
     */
    record CallFunctionJson(@Nullable String name, @Nullable JsonNode arguments) {}
}
