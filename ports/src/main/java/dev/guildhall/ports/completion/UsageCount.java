package dev.guildhall.ports.completion;

/**
 * Tokens and requests together.
 *
 * @param promptTokens of the requests, 0 or more
 * @param completionTokens of the answers, 0 or more
 * @param requests how many, 0 or more
 */
public record UsageCount(long promptTokens, long completionTokens, long requests) {
    /** Nothing. */
    public static final UsageCount ZERO = new UsageCount(0, 0, 0);

    /** The sum of two counts. */
    public UsageCount plus(UsageCount other) {
        return new UsageCount(
                promptTokens + other.promptTokens,
                completionTokens + other.completionTokens,
                requests + other.requests);
    }
}
