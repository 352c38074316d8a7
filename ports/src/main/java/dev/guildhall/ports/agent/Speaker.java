package dev.guildhall.ports.agent;

import java.util.Locale;

/** The author of a message of a conversation. */
public enum Speaker {
    /** The application that uses the agent; its messages are instructions. */
    SYSTEM,
    /** The user. */
    USER,
    /** The agent. */
    ASSISTANT;

    /** The name in JSON: {@code system}, {@code user}, {@code assistant}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The speaker of that name in JSON.
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
