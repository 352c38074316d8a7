package dev.guildhall.ports.agent;

import java.util.Locale;

/** Who said something in a conversation. */
public enum Speaker {
    /** Instructions of whoever embeds the agent. */
    SYSTEM,
    /** The person. */
    USER,
    /** The agent. */
    ASSISTANT;

    /** The name on the wire: {@code system}, {@code user}, {@code assistant}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The speaker of that wire name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Speaker fromWire(String name) {
        for (Speaker speaker : values()) {
            if (speaker.wireName().equals(name)) {
                return speaker;
            }
        }
        throw new IllegalArgumentException("no speaker " + name);
    }
}
