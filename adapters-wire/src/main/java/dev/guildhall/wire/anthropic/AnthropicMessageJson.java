package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole answer, or in the first event of a stream an answer without content.
 *
 * @param error present instead of the other fields when there is no answer
 */
record AnthropicMessageJson(
        @Nullable String model,
        @Nullable List<@Nullable ContentJson> content,
        @Nullable String stopReason,
        @Nullable UsageJson usage,
        @Nullable JsonNode error) {
    /**
     * A block of the answer: text, reasoning, a call, or a type that is ignored (the provider's own tools).
     *
     * @param input the arguments of a call; in a stream an empty object, after which the arguments come in parts
     */
    record ContentJson(
            @Nullable String type,
            @Nullable String text,
            @Nullable String thinking,
            @Nullable String id,
            @Nullable String name,
            @Nullable JsonNode input) {}
}
