package dev.guildhall.llm.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a stream, or a whole answer: they look alike.
 *
 * @param done whether nothing more comes
 * @param promptEvalCount tokens of the question; some servers leave it out when they had the question in their cache
 * @param evalCount tokens of the answer
 * @param error what stands here when something went wrong, in a stream that began well too
 */
record OllamaAnswerJson(
        @Nullable String model,
        @Nullable PartJson message,
        boolean done,
        @Nullable String doneReason,
        @Nullable Long promptEvalCount,
        @Nullable Long evalCount,
        @Nullable JsonNode error) {
    /** Some words, some calls. */
    record PartJson(@Nullable String content, @Nullable List<@Nullable CallJson> toolCalls) {}

    /**
     * A whole call.
     *
     * @param id servers of before late 2025 give none
     */
    record CallJson(@Nullable String id, @Nullable CallFunctionJson function) {}

    /**
     * What it calls.
     *
     * @param arguments an object
     */
    record CallFunctionJson(@Nullable String name, @Nullable JsonNode arguments) {}
}
