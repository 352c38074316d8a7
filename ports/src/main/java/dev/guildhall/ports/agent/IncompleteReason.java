package dev.guildhall.ports.agent;

import java.util.Locale;

/** Why an answer ended before it was complete. */
public enum IncompleteReason {
    /** The user stopped it. */
    STOPPED,
    /** A model or the server failed. */
    FAILED,
    /** The node stopped, the session of the user ended, or the client disconnected. */
    INTERRUPTED;

    /** The name in JSON: {@code stopped}, {@code failed}, {@code interrupted}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The ending of that name in JSON.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static IncompleteReason fromWire(String name) {
        for (IncompleteReason ending : values()) {
            if (ending.wireName().equals(name)) {
                return ending;
            }
        }
        throw new IllegalArgumentException("no ending " + name);
    }
}
