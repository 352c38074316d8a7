package dev.guildhall.ports.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a call of a tool does to the outside world, as far as its integration says. */
public enum ToolEffect {
    /** It changes nothing. */
    READ,
    /** It adds or changes something. */
    WRITE,
    /** It may remove or overwrite something. */
    DESTRUCTIVE;

    /** The name in JSON: {@code read}, {@code write}, {@code destructive}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The effect of that name in JSON; empty when there is none. */
    public static Optional<ToolEffect> fromWire(String name) {
        return Arrays.stream(values())
                .filter(effect -> effect.wireName().equals(name))
                .findFirst();
    }

    /** What the annotations of a tool of the Model Context Protocol say; without any the protocol's default, destructive. */
    public static ToolEffect declared(ToolDefinition definition) {
        Map<?, ?> annotations = definition.declared().get("annotations") instanceof Map<?, ?> known ? known : Map.of();
        if (Boolean.TRUE.equals(annotations.get("readOnlyHint"))) {
            return READ;
        }
        return Boolean.FALSE.equals(annotations.get("destructiveHint")) ? WRITE : DESTRUCTIVE;
    }

    /** What a method of HTTP says (RFC 9110, 9.2). */
    public static ToolEffect ofMethod(String method) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY" -> READ;
            case "DELETE" -> DESTRUCTIVE;
            default -> WRITE;
        };
    }
}
