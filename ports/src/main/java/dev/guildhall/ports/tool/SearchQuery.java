package dev.guildhall.ports.tool;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * A search for tools, in free text.
 *
 * @param text 1 to {@value #MAX_TEXT} characters, trimmed
 * @param limit how many hits at most, 1 to {@value #MAX_LIMIT}
 */
public record SearchQuery(String text, int limit) {
    /** The most characters of a query. */
    public static final int MAX_TEXT = 2000;

    /** The most hits (tools-10). */
    public static final int MAX_LIMIT = 100;

    /** The limit of a search that names none (tools-10). */
    public static final int DEFAULT_LIMIT = 10;

    public SearchQuery {
        text = text.strip();
        if (text.isEmpty() || text.length() > MAX_TEXT || !Text.isWellFormed(text)) {
            throw Refusal.invalid("query", "must be well-formed text of 1 to " + MAX_TEXT + " characters");
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw Refusal.invalid("limit", "must be between 1 and " + MAX_LIMIT);
        }
    }
}
