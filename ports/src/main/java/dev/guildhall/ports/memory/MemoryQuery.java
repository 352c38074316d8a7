package dev.guildhall.ports.memory;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * A search among memories, by words and by meaning.
 *
 * @param text 1 to {@value #MOST_CHARACTERS} characters, trimmed
 * @param filter which memories may be found
 * @param limit how many at most
 */
public record MemoryQuery(String text, MemoryFilter filter, Limit limit) {
    /** The most characters of a query. */
    public static final int MOST_CHARACTERS = 2_000;

    /** The limit of a search that names none (agents-17). */
    public static final Limit DEFAULT_LIMIT = new Limit(10);

    /**
     * Checks the text.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code query}
     */
    public MemoryQuery {
        text = text.strip();
        int characters = text.codePointCount(0, text.length());
        if (characters == 0 || characters > MOST_CHARACTERS || !Text.isWellFormed(text)) {
            throw Refusal.invalid("query", "must be well-formed text of 1 to " + MOST_CHARACTERS + " characters");
        }
    }
}
