package dev.guildhall.ports.usage;

/**
 * The tokens that a completion used.
 *
 * @param promptTokens tokens of the request, 0 or more
 * @param completionTokens tokens of the answer, 0 or more
 * @param cachedTokens those of the tokens of the request that the provider read from its cache, 0 or more
 * @param cacheWriteTokens those of the tokens of the request that the provider wrote to its cache, 0 or more
 * @param reasoningTokens those of the tokens of the answer that the model used to reason, 0 or more
 * @param estimated whether a number is an estimate, because the provider reported none
 */
public record Usage(
        long promptTokens,
        long completionTokens,
        long cachedTokens,
        long cacheWriteTokens,
        long reasoningTokens,
        boolean estimated) {
    /** No tokens. */
    public static final Usage NONE = new Usage(0, 0);

    /** Usage without cached tokens and reasoning. */
    public Usage(long promptTokens, long completionTokens, boolean estimated) {
        this(promptTokens, completionTokens, 0, 0, 0, estimated);
    }

    /** Usage that the provider reported. */
    public Usage(long promptTokens, long completionTokens) {
        this(promptTokens, completionTokens, false);
    }

    /** Those of the tokens of the request that the provider neither read from its cache nor wrote to it. */
    public long plainPromptTokens() {
        return promptTokens - cachedTokens - cacheWriteTokens;
    }

    /** The sum of two usages. */
    public Usage plus(Usage other) {
        return new Usage(
                promptTokens + other.promptTokens,
                completionTokens + other.completionTokens,
                cachedTokens + other.cachedTokens,
                cacheWriteTokens + other.cacheWriteTokens,
                reasoningTokens + other.reasoningTokens,
                estimated || other.estimated);
    }

    /** The same with these parts of both numbers; together they are not more than their whole. */
    public Usage withParts(long cached, long cacheWrite, long reasoning) {
        long read = Math.clamp(cached, 0, promptTokens);
        return new Usage(
                promptTokens,
                completionTokens,
                read,
                Math.clamp(cacheWrite, 0, promptTokens - read),
                Math.clamp(reasoning, 0, completionTokens),
                estimated);
    }
}
