package dev.guildhall.core.workflow;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A position in JSON data (RFC 6901): the names and indexes of the path, none for the whole. Immutable. */
public record JsonPointer(List<String> tokens) {
    static final JsonPointer WHOLE = new JsonPointer(List.of());

    private static final Pattern BAD_ESCAPE = Pattern.compile("~(?![01])");
    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

    public JsonPointer {
        tokens = List.copyOf(tokens);
    }

    /** The pointer that a text represents; empty when it is malformed. */
    static Optional<JsonPointer> parse(String text) {
        if (text.isEmpty()) {
            return Optional.of(WHOLE);
        }
        if (!text.startsWith("/") || BAD_ESCAPE.matcher(text).find()) {
            return Optional.empty();
        }
        return Optional.of(new JsonPointer(Stream.of(text.substring(1).split("/", -1))
                .map(token -> token.replace("~1", "/").replace("~0", "~"))
                .toList()));
    }

    /** The value at the position, which may be JSON's null. */
    public record Found(Object value) {}

    /** The value at the position; empty when there is none. */
    public Optional<Found> in(Object data) {
        Found found = new Found(data);
        for (String token : tokens) {
            Optional<Found> next = step(found.value(), token);
            if (next.isEmpty()) {
                return next;
            }
            found = next.get();
        }
        return Optional.of(found);
    }

    private static Optional<Found> step(Object data, String token) {
        return switch (data) {
            case Map<?, ?> map when map.containsKey(token) -> Optional.of(new Found(map.get(token)));
            case List<?> list
            when INDEX.matcher(token).matches() && Integer.parseInt(token) < list.size() ->
                Optional.of(new Found(list.get(Integer.parseInt(token))));
            case null, default -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return tokens.stream()
                .map(token -> "/" + token.replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }
}
