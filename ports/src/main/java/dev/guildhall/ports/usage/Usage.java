package dev.guildhall.ports.usage;

/**
 * The tokens that a completion used.
 *
 * @param promptTokens tokens of the request, 0 or more
 * @param completionTokens tokens of the answer, 0 or more
 * @param cachedTokens those of the tokens of the request that the provider read from its cache, 0 or more
 * @param reasoningTokens those of the tokens of the answer that the model used to reason, 0 or more
 * @param estimated whether a number is an estimate, because the provider reported none
 */
public record Usage(
        long promptTokens, long completionTokens, long cachedTokens, long reasoningTokens, boolean estimated) {
    /** No tokens. */
    public static final Usage NONE = new Usage(0, 0);

    /** Usage without cached tokens and reasoning. */
    public Usage(long promptTokens, long completionTokens, boolean estimated) {
        this(promptTokens, completionTokens, 0, 0, estimated);
    }

    /** Usage that the provider reported. */
    public Usage(long promptTokens, long completionTokens) {
        this(promptTokens, completionTokens, false);
    }

    /** The sum of two usages. */
    public Usage plus(Usage other) {
        return new Usage(
                promptTokens + other.promptTokens,
                completionTokens + other.completionTokens,
                cachedTokens + other.cachedTokens,
                reasoningTokens + other.reasoningTokens,
                estimated || other.estimated);
    }

    /** The same with these parts of both numbers; neither is more than its whole. */
    public Usage withParts(long cached, long reasoning) {
        return new Usage(
                promptTokens,
                completionTokens,
                Math.clamp(cached, 0, promptTokens),
                Math.clamp(reasoning, 0, completionTokens),
                estimated);
    }
}
