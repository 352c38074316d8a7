package dev.guildhall.ports.memory;

import java.util.Locale;

/** The kind of a memory. */
public enum MemoryType {
    /** One turn of a conversation. */
    CONVERSATION,
    /** A durable fact about the user. */
    LONG_TERM;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /**
     * The type of that name in JSON.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static MemoryType fromWire(String name) {
        for (MemoryType type : values()) {
            if (type.wireName().equals(name)) {
                return type;
            }
        }
        throw new IllegalArgumentException("no memory type " + name);
    }

    /** The name in JSON: {@code conversation}, {@code long_term}. */
    public String wireName() {
        return wireName;
    }
}
