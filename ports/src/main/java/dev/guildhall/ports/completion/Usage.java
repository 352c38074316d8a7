package dev.guildhall.ports.completion;

/**
 * The tokens that a completion used.
 *
 * @param promptTokens tokens of the request, 0 or more
 * @param completionTokens tokens of the answer, 0 or more
 * @param estimated whether either number is an estimate, because the provider reported none
 */
public record Usage(long promptTokens, long completionTokens, boolean estimated) {
    /** No tokens. */
    public static final Usage NONE = new Usage(0, 0);

    /** Usage that the provider reported. */
    public Usage(long promptTokens, long completionTokens) {
        this(promptTokens, completionTokens, false);
    }

    /** The sum of two usages. */
    public Usage plus(Usage other) {
        return new Usage(
                promptTokens + other.promptTokens,
                completionTokens + other.completionTokens,
                estimated || other.estimated);
    }
}
