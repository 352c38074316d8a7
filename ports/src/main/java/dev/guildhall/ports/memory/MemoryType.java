package dev.guildhall.ports.memory;

import java.util.Locale;

/** What kind of thing is remembered. */
public enum MemoryType {
    /** One turn of a conversation. */
    CONVERSATION,
    /** A durable fact about the user. */
    LONG_TERM;

    /** The name on the wire: {@code conversation}, {@code long_term}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
