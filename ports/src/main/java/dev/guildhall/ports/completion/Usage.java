package dev.guildhall.ports.completion;

/**
 * What a completion cost.
 *
 * @param promptTokens tokens of the question, 0 or more
 * @param completionTokens tokens of the answer, 0 or more
 * @param estimated whether either number is our estimate, since the provider told none
 */
public record Usage(long promptTokens, long completionTokens, boolean estimated) {
    /** Nothing yet. */
    public static final Usage NONE = new Usage(0, 0);

    /** As the provider counted. */
    public Usage(long promptTokens, long completionTokens) {
        this(promptTokens, completionTokens, false);
    }

    /** Both together. */
    public Usage plus(Usage other) {
        return new Usage(
                promptTokens + other.promptTokens,
                completionTokens + other.completionTokens,
                estimated || other.estimated);
    }
}
