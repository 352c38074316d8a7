package dev.guildhall.core.json;

import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.tool.ToolDefinition;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** SHA-256 over JSON with the properties of objects sorted by name: equal values have the same digest. */
public final class JsonDigest {
    private JsonDigest() {}

    public static String of(Map<String, Object> object) {
        return sha256(object);
    }

    /** The digest of a definition without its name and version. */
    public static String of(ToolDefinition definition) {
        return sha256(List.of(
                definition.description().value(),
                definition.parameters().inputSchema(),
                definition.requiredScopes().stream().map(Scope::value).toList()));
    }

    public static String of(ExecutionRequest request) {
        return sha256(List.of(
                request.toolId().value(),
                request.parameters(),
                request.context().agentId().orElse(""),
                request.context().taskId().orElse("")));
    }

    private static Object ordered(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> sorted = new TreeMap<>();
                map.forEach((name, inner) -> sorted.put(String.valueOf(name), ordered(inner)));
                yield sorted;
            }
            case List<?> list -> {
                List<Object> items = new ArrayList<>(list.size());
                list.forEach(item -> items.add(ordered(item)));
                yield items;
            }
            case Double real when !Double.isFinite(real) -> value;
            case Float real when !Float.isFinite(real) -> value;
            // Numbers are compared by value: a store may return another type than it received.
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros();
            case null, default -> value;
        };
    }

    private static String sha256(Object value) {
        String text = JsonText.of(ordered(value));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
