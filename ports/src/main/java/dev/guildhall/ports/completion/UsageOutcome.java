package dev.guildhall.ports.completion;

import java.util.Arrays;
import java.util.Locale;

/** How a request to a model ended. */
public enum UsageOutcome {
    /** With a whole answer. */
    COMPLETED,
    /** The client left, or the server stopped, before the answer was whole. */
    CANCELLED,
    /** The provider failed, took too long, or broke off. */
    FAILED,
    /** The provider, or this server, did not take the request. Such requests are not counted in reports. */
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
