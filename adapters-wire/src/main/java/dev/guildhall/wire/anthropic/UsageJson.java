package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.usage.Usage;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The token counts of an answer; in a stream, those so far.
 *
 * @param inputTokens of the request, without those that were read from or written to the cache of the provider
 */
@JsonNaming(SnakeCaseStrategy.class)
record UsageJson(
        @Nullable Long inputTokens,
        @Nullable Long cacheCreationInputTokens,
        @Nullable Long cacheReadInputTokens,
        @Nullable Long outputTokens) {
    static final UsageJson NOTHING = new UsageJson(null, null, null, null);

    static UsageJson of(Usage usage) {
        return new UsageJson(
                usage.plainPromptTokens(), usage.cacheWriteTokens(), usage.cachedTokens(), usage.completionTokens());
    }

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
                : OptionalLong.of(count(inputTokens) + count(cacheCreationInputTokens) + count(cacheReadInputTokens));
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
