package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Text;

/**
 * The title of a chat.
 *
 * @param value 1 to {@value #MAX} characters, trimmed, as {@link Text#requireStoredName} accepts it
 */
public record ChatTitle(String value) {
    /** The most characters of a title. */
    public static final int MAX = 120;

    public ChatTitle {
        value = Text.requireStoredName("title", value, 1, MAX);
    }

    /**
     * Reads a new title, which must follow the {@link Text#requireName rule for new names}; a title that was stored
     * before need not.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code title}
     */
    public static ChatTitle parse(String text) {
        return new ChatTitle(Text.requireName("title", text, 1, MAX));
    }
}
