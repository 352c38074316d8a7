package dev.guildhall.ports.usage;

import java.util.Arrays;
import java.util.Locale;

/** How a request to a model ended. */
public enum UsageOutcome {
    /** The answer is complete. */
    COMPLETED,
    /** The client disconnected, or the server stopped, before the answer was complete. */
    CANCELLED,
    /** The provider failed, or took too long. */
    FAILED,
    /** The provider, or this server, refused the request. Reports do not count such requests. */
    REFUSED;

    /** The name in the database. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The outcome of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static UsageOutcome fromWire(String name) {
        return Arrays.stream(values())
                .filter(outcome -> outcome.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no outcome " + name));
    }
}
