package dev.guildhall.integrations.httptool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

public enum Place {
    /** A part of one segment of the path. */
    PATH,
    /** The query, under a name. */
    QUERY,
    /** A header of its own. */
    HEADER,
    /** The body, at a JSON Pointer. */
    BODY;

    /** The name in manifests and in OpenAPI: {@code path}, {@code query}, {@code header}, {@code body}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Place> fromWire(String name) {
        return Arrays.stream(values())
                .filter(place -> place.wireName().equals(name))
                .findFirst();
    }
}
