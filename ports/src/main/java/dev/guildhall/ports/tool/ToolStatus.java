package dev.guildhall.ports.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a tool stands in its life. */
public enum ToolStatus {
    /** It is listed, found and executed. */
    ACTIVE,
    /** It is no longer listed or found; it can still be executed by its id for 30 days (contract 2). */
    DEPRECATED,
    /**
     * Its definition was changed or added where it is imported from, after the first import; it waits for an admin, and only
     * admins see it.
     */
    QUARANTINED;

    /** The name on the wire: {@code active}, {@code deprecated}, {@code quarantined}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one of that name; empty when there is none. */
    public static Optional<ToolStatus> fromWire(String name) {
        return Arrays.stream(values())
                .filter(status -> status.wireName().equals(name))
                .findFirst();
    }
}
