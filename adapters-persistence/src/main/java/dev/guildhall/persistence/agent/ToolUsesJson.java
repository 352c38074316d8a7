package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tool uses as JSON text. */
public final class ToolUsesJson {
    private ToolUsesJson() {}

    static String write(List<ToolUse> uses) {
        return StoredJson.write(uses.stream().map(ToolUsesJson::fields).toList());
    }

    static List<ToolUse> read(String json) {
        return StoredJson.readObjects(json).stream().map(ToolUsesJson::use).toList();
    }

    public static Map<String, Object> fields(ToolUse use) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("callId", use.callId());
        fields.put("round", use.round());
        fields.put("tool", use.tool());
        fields.put("parameters", use.parameters());
        switch (use.outcome()) {
            case ToolOutcome.Success success -> {
                fields.put("success", true);
                fields.put("data", success.data());
            }
            case ToolOutcome.Failure failure -> {
                fields.put("success", false);
                fields.put("kind", failure.kind().name());
                fields.put("message", failure.message());
            }
        }
        return fields;
    }

    public static ToolUse use(Map<String, Object> fields) {
        return new ToolUse(
                text(fields, "callId"),
                ((Number) required(fields, "round")).intValue(),
                text(fields, "tool"),
                required(fields, "parameters") instanceof Map<?, ?> map ? StoredJson.object(map) : Map.of(),
                outcome(fields));
    }

    private static ToolOutcome outcome(Map<String, Object> fields) {
        if (Boolean.TRUE.equals(fields.get("success"))) {
            return new ToolOutcome.Success(required(fields, "data"));
        }
        return new ToolOutcome.Failure(kind(text(fields, "kind")), text(fields, "message"));
    }

    private static String text(Map<String, Object> fields, String name) {
        return (String) required(fields, name);
    }

    private static Object required(Map<String, Object> fields, String name) {
        Object value = fields.get(name);
        if (value == null) {
            throw new IllegalStateException("a stored tool use has no " + name);
        }
        return value;
    }

    private static FailureKind kind(String name) {
        return FailureKind.fromWire(name.toLowerCase(Locale.ROOT)).orElse(FailureKind.FAILED);
    }
}
