package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.OptionalLong;
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

    /**
     * The token counts so far.
     *
     * @param inputTokens of the request, without those that were read from or written to the cache of the provider
     */
    record UsageJson(
            @Nullable Long inputTokens,
            @Nullable Long cacheCreationInputTokens,
            @Nullable Long cacheReadInputTokens,
            @Nullable Long outputTokens) {
        static final UsageJson NOTHING = new UsageJson(null, null, null, null);

        /** Counts never decrease, and not every event of a stream repeats all of them. */
        UsageJson and(UsageJson later) {
            return new UsageJson(
                    more(inputTokens, later.inputTokens),
                    more(cacheCreationInputTokens, later.cacheCreationInputTokens),
                    more(cacheReadInputTokens, later.cacheReadInputTokens),
                    more(outputTokens, later.outputTokens));
        }

        OptionalLong promptTokens() {
            return inputTokens == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(
                            count(inputTokens) + count(cacheCreationInputTokens) + count(cacheReadInputTokens));
        }

        long cachedTokens() {
            return count(cacheReadInputTokens);
        }

        long cacheWriteTokens() {
            return count(cacheCreationInputTokens);
        }

        OptionalLong completionTokens() {
            return outputTokens == null ? OptionalLong.empty() : OptionalLong.of(count(outputTokens));
        }

        private static @Nullable Long more(@Nullable Long one, @Nullable Long other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return Math.max(one, other);
        }

        private static long count(@Nullable Long tokens) {
            return tokens == null ? 0 : Math.max(0, tokens);
        }
    }
}
