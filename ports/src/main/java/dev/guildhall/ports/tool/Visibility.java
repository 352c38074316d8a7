package dev.guildhall.ports.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Who sees a tool. */
public enum Visibility {
    /** The user who registered it, and admins. */
    PRIVATE,
    /** All users who have signed in. */
    SHARED;

    /** The name in JSON: {@code private}, {@code shared}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The visibility of that name; empty when there is none. */
    public static Optional<Visibility> fromWire(String name) {
        return Arrays.stream(values())
                .filter(visibility -> visibility.wireName().equals(name))
                .findFirst();
    }
}
