package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.problem.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The parameters of a tool that are also sent as headers: those whose schemas have {@code x-mcp-header}. */
record HeaderParameters(List<Mirrored> mirrored) {
    /** A parameter below the names of its path, and the end of its header's name. */
    record Mirrored(List<String> path, String header) {}

    private static final String KEYWORD = "x-mcp-header";
    private static final String FIELD = "inputSchema";
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}");
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

    /** The largest integer that every client and server represents exactly. */
    private static final BigInteger SAFE = BigInteger.TWO.pow(53).subtract(BigInteger.ONE);

    private static final int MAX_DEPTH = 20;

    HeaderParameters {
        mirrored = List.copyOf(mirrored);
    }

    /** @throws Refusal when the schema uses the keyword where the protocol does not allow it */
    static HeaderParameters of(Map<String, Object> schema) {
        List<Mirrored> found = new ArrayList<>();
        collect(schema, List.of(), found);
        if (count(schema, 0) != found.size()) {
            throw Refusal.invalid(FIELD, "has " + KEYWORD + " where a header cannot be read from the arguments");
        }
        Set<String> names = new HashSet<>();
        for (Mirrored one : found) {
            if (!names.add(one.header().toLowerCase(Locale.ROOT))) {
                throw Refusal.invalid(FIELD, "has the " + KEYWORD + " " + one.header() + " twice");
            }
        }
        return new HeaderParameters(found);
    }

    private static void collect(Map<?, ?> schema, List<String> path, List<Mirrored> found) {
        if (path.size() >= MAX_DEPTH || !(schema.get("properties") instanceof Map<?, ?> properties)) {
            return;
        }
        properties.forEach((name, value) -> {
            if (value instanceof Map<?, ?> property) {
                List<String> here = new ArrayList<>(path);
                here.add(String.valueOf(name));
                if (property.containsKey(KEYWORD)) {
                    found.add(new Mirrored(here, header(property)));
                }
                collect(property, here, found);
            }
        });
    }

    private static String header(Map<?, ?> property) {
        if (!(property.get(KEYWORD) instanceof String name)
                || !TOKEN.matcher(name).matches()) {
            throw Refusal.invalid(FIELD, "has an " + KEYWORD + " that is no name of a header");
        }
        if (!(property.get("type") instanceof String type) || !TYPES.contains(type)) {
            throw Refusal.invalid(FIELD, "has the " + KEYWORD + " " + name + " on a type that no header carries");
        }
        return name;
    }

    /** How often the keyword stands anywhere in the schema, but for the names of properties. */
    private static int count(Object value, int depth) {
        if (depth > 2 * MAX_DEPTH) {
            return 0;
        }
        return switch (value) {
            case Map<?, ?> map -> {
                int count = map.containsKey(KEYWORD) && !(map.get(KEYWORD) instanceof Map) ? 1 : 0;
                for (Object inner : map.values()) {
                    count += count(inner, depth + 1);
                }
                yield count;
            }
            case List<?> list ->
                list.stream().mapToInt(item -> count(item, depth + 1)).sum();
            case null, default -> 0;
        };
    }

    /** The headers for the arguments of a call; none for an absent value and for null. */
    Map<String, String> headersOf(Object arguments) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Mirrored one : mirrored) {
            at(arguments, one.path())
                    .flatMap(HeaderParameters::text)
                    .ifPresent(text -> headers.put("Mcp-Param-" + one.header(), NewerEra.encoded(text)));
        }
        return headers;
    }

    private static Optional<Object> at(Object arguments, List<String> path) {
        Optional<Object> value = Optional.of(arguments);
        for (String name : path) {
            value = value.filter(Map.class::isInstance)
                    .flatMap(map -> Optional.ofNullable(((Map<?, ?>) map).get(name)));
        }
        return value;
    }

    private static Optional<String> text(Object value) {
        return switch (value) {
            case String text -> Optional.of(text);
            case Boolean flag -> Optional.of(flag.toString());
            case Number number -> integer(number);
            default -> Optional.empty();
        };
    }

    private static Optional<String> integer(Number number) {
        BigDecimal exact = new BigDecimal(number.toString()).stripTrailingZeros();
        boolean isSafe = exact.scale() <= 0
                && exact.precision() - exact.scale() < 20
                && exact.toBigInteger().abs().compareTo(SAFE) <= 0;
        return isSafe ? Optional.of(exact.toBigInteger().toString()) : Optional.empty();
    }
}
