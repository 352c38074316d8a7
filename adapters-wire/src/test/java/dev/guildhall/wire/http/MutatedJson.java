package dev.guildhall.wire.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes JSON with random changes: other values, omitted fields, or fields twice. The same seed makes the same changes.
 * For one text; not thread-safe.
 */
final class MutatedJson {
    private static final List<String> OTHERS = List.of(
            "null",
            "true",
            "0",
            "-1",
            "1.5",
            "9223372036854775807",
            "-99999999999999999999999999",
            "1e400",
            "1E2147483647",
            "\"\"",
            "\" \"",
            "\"7\"",
            "\"{\"",
            "\"\\ud83d\"",
            "[]",
            "[null]",
            "[7,\"x\",[{}]]",
            "{}",
            "{\"x\":null}");

    private static final int CHANGES = 2;

    private final Random random;
    private int places;

    MutatedJson(long seed) {
        random = new Random(seed);
    }

    /** The value with about {@value #CHANGES} changes, possibly none. */
    String of(JsonNode json) {
        places = places(json);
        return String.join(" ", parts("", json));
    }

    /** A random number below that one. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    private static int places(JsonNode json) {
        int places = 1;
        for (JsonNode inner : json) {
            places += places(inner);
        }
        return places;
    }

    private List<String> parts(String name, JsonNode value) {
        if (below(places) >= CHANGES) {
            return List.of(name + written(value));
        }
        return switch (below(3)) {
            case 0 -> List.of();
            case 1 -> List.of(name + written(value), name + written(value));
            default -> List.of(name + OTHERS.get(below(OTHERS.size())));
        };
    }

    private String written(JsonNode value) {
        List<String> parts = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(item -> parts.addAll(parts("", item)));
            return "[" + String.join(",", parts) + "]";
        }
        if (value.isObject()) {
            value.properties()
                    .forEach(field -> parts.addAll(parts(ProviderJson.write(field.getKey()) + ":", field.getValue())));
            return "{" + String.join(",", parts) + "}";
        }
        return value.toString();
    }
}
