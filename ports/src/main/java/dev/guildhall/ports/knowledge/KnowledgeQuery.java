package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.problem.Refusal;

/**
 * What a search looks for.
 *
 * @param text not blank, at most {@value #MAX_TEXT} characters
 * @param limit the most passages, 1 to {@value #MAX_LIMIT}
 */
public record KnowledgeQuery(String text, int limit) {
    /** The most characters of a query. */
    public static final int MAX_TEXT = 2000;
    /** The most passages of a result. */
    public static final int MAX_LIMIT = 50;
    /** How many passages a result has when the caller names no number. */
    public static final int USUAL_LIMIT = 10;

    /**
     * Checks both.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names {@code query} or {@code limit}
     */
    public KnowledgeQuery {
        if (text.isBlank() || text.length() > MAX_TEXT) {
            throw Refusal.invalid("query", "must have 1 to " + MAX_TEXT + " characters");
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw Refusal.invalid("limit", "must be 1 to " + MAX_LIMIT);
        }
    }
}
