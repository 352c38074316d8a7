package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Text;

/**
 * What a chat is called.
 *
 * @param value 1 to {@value #MAX} characters, trimmed, as {@link Text#requireStoredName} has it
 */
public record ChatTitle(String value) {
    /** The most characters of a title. */
    public static final int MAX = 120;

    public ChatTitle {
        value = Text.requireStoredName("title", value, 1, MAX);
    }

    /**
     * Reads a new one, which obeys the {@link Text#requireName rule of names}; one that is stored already need not.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code title}
     */
    public static ChatTitle parse(String text) {
        return new ChatTitle(Text.requireName("title", text, 1, MAX));
    }
}
