package dev.guildhall.ports.completion;

/**
 * What a completion cost.
 *
 * @param promptTokens tokens of the question, 0 or more
 * @param completionTokens tokens of the answer, 0 or more
 */
public record Usage(long promptTokens, long completionTokens) {
    /** Nothing yet. */
    public static final Usage NONE = new Usage(0, 0);

    /** Both together. */
    public Usage plus(Usage other) {
        return new Usage(promptTokens + other.promptTokens, completionTokens + other.completionTokens);
    }
}
