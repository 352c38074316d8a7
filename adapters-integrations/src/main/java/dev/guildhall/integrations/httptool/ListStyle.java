package dev.guildhall.integrations.httptool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a list is written where a request accepts only text. */
public enum ListStyle {
    /** The name is repeated for each element; in a header and in a path the same as {@link #COMMA}. */
    REPEAT,
    COMMA,
    SPACE,
    PIPE,
    /** A list or an object as JSON text. */
    JSON,
    /**
     * An object as one {@code name[member]} for each of its members, and a list as one {@code name[]} for each of its
     * elements; {@code name[0]} where the elements are objects or lists themselves.
     */
    DEEP;

    /** The name in manifests, for example {@code repeat}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ListStyle> fromWire(String name) {
        return Arrays.stream(values())
                .filter(style -> style.wireName().equals(name))
                .findFirst();
    }

    String separator() {
        return switch (this) {
            case REPEAT, COMMA, JSON, DEEP -> ",";
            case SPACE -> " ";
            case PIPE -> "|";
        };
    }
}
