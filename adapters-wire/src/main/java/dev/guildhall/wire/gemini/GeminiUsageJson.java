package dev.guildhall.wire.gemini;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.LowerCamelCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.Limits;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The token counts of an answer; in a stream, those so far.
 *
 * @param promptTokenCount of the request, with those that the provider read from its cache
 * @param toolUsePromptTokenCount of the results of the provider's own tools
 * @param candidatesTokenCount of the answer, without its reasoning
 */
@JsonNaming(LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
record GeminiUsageJson(
        @Nullable Long promptTokenCount,
        @Nullable Long candidatesTokenCount,
        @Nullable Long totalTokenCount,
        @Nullable Long cachedContentTokenCount,
        @Nullable Long thoughtsTokenCount,
        @Nullable Long toolUsePromptTokenCount) {

    static GeminiUsageJson of(Usage usage) {
        return new GeminiUsageJson(
                usage.promptTokens(),
                usage.completionTokens() - usage.reasoningTokens(),
                usage.promptTokens() + usage.completionTokens(),
                orNull(usage.cachedTokens()),
                orNull(usage.reasoningTokens()),
                null);
    }

    private static @Nullable Long orNull(long tokens) {
        return tokens == 0 ? null : tokens;
    }

    /** Empty when the provider sent no count of the request, or counts that cannot be believed. */
    Optional<Usage> usage() {
        long prompt = count(promptTokenCount) + count(toolUsePromptTokenCount);
        long completion = count(candidatesTokenCount) + count(thoughtsTokenCount);
        return prompt == 0 || prompt > Limits.MOST_TOKENS || completion > Limits.MOST_TOKENS
                ? Optional.empty()
                : Optional.of(new Usage(prompt, completion)
                        .withParts(count(cachedContentTokenCount), 0, count(thoughtsTokenCount)));
    }

    private static long count(@Nullable Long tokens) {
        return tokens == null ? 0 : Math.clamp(tokens, 0, Limits.MOST_TOKENS + 1);
    }
}
