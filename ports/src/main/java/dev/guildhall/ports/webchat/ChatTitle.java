package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Text;

/**
 * What a chat is called.
 *
 * @param value 1 to {@value #MAX} characters, trimmed, as {@link Text#requireName} has it
 */
public record ChatTitle(String value) {
    /** The most characters of a title. */
    public static final int MAX = 120;

    public ChatTitle {
        value = Text.requireName("title", value, 1, MAX);
    }
}
