package dev.guildhall.ports.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The status of a tool. */
public enum ToolStatus {
    /** Lists and searches include it, and it can be executed. */
    ACTIVE,
    /** Lists and searches leave it out; it can be executed by its id for 30 more days (tools-7). */
    DEPRECATED,
    /**
     * Its source changed or added its definition after the first import; it waits for the approval of an admin, and
     * only admins see it.
     */
    QUARANTINED;

    /** The name in JSON: {@code active}, {@code deprecated}, {@code quarantined}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status of that name; empty when there is none. */
    public static Optional<ToolStatus> fromWire(String name) {
        return Arrays.stream(values())
                .filter(status -> status.wireName().equals(name))
                .findFirst();
    }
}
