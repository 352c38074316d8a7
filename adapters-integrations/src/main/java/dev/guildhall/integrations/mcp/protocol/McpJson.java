package dev.guildhall.integrations.mcp.protocol;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonNames;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** JSON as plain JDK values, read from bytes within limits. */
public final class McpJson {
    /** The id of a response stands first, after the version, or at the very end. */
    private static final Pattern FIRST_ID =
            Pattern.compile("^\\s*\\{\\s*(?:\"jsonrpc\"\\s*:\\s*\"2\\.0\"\\s*,\\s*)?\"id\"\\s*:\\s*(\\d{1,18})\\s*,");

    private static final Pattern LAST_ID = Pattern.compile(",\\s*\"id\"\\s*:\\s*(\\d{1,18})\\s*\\}\\s*$");

    private McpJson() {}

    /** The value; empty when the bytes are not JSON, or null. */
    public static Optional<Object> read(byte[] bytes) {
        try {
            return Optional.ofNullable(value(bytes));
        } catch (IOException | NumberFormatException garbage) {
            return Optional.empty();
        }
    }

    private static Object value(byte[] bytes) throws IOException {
        try {
            return Json.LENIENT.readValue(bytes, Object.class);
        } catch (JsonParseException fault) {
            return Json.LENIENT.readValue(JsonNames.withoutHalves(bytes).orElseThrow(() -> fault), Object.class);
        }
    }

    /** The value as bytes of UTF-8, without a line break. */
    public static byte[] write(Map<String, Object> value) {
        try {
            return Json.LENIENT.writeValueAsBytes(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("plain values could not be written", impossible);
        }
    }

    /** A property whose value is a text. */
    public static Optional<String> text(Map<?, ?> object, String name) {
        return object.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** A property whose value is an object; an empty object when it is not. */
    public static Map<String, Object> object(Map<?, ?> object, String name) {
        return object.get(name) instanceof Map<?, ?> inner ? named(inner) : Map.of();
    }

    /** The objects in a property whose value is a list. */
    static List<Map<?, ?>> objects(Map<?, ?> object, String name) {
        if (!(object.get(name) instanceof List<?> list)) {
            return List.of();
        }
        return list.stream()
                .<Map<?, ?>>mapMulti((one, take) -> {
                    if (one instanceof Map<?, ?> map) {
                        take.accept(map);
                    }
                })
                .toList();
    }

    private static Map<String, Object> named(Map<?, ?> map) {
        Map<String, Object> named = new LinkedHashMap<>();
        map.forEach((name, value) -> named.put(String.valueOf(name), value));
        return named;
    }

    /** The id of a response of which only the beginning and the end are known; empty when it cannot be found. */
    public static OptionalLong idOf(String beginning, String end) {
        return Stream.of(FIRST_ID.matcher(beginning), LAST_ID.matcher(end))
                .filter(Matcher::find)
                .mapToLong(id -> Long.parseLong(id.group(1)))
                .findFirst();
    }
}
