package dev.guildhall.persistence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tool uses as JSON text. What a tool says is not ours to choose: everything but ASCII is escaped, so that a NUL or half of
 * a surrogate pair in it can be stored too.
 */
final class ToolUsesJson {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final TypeReference<List<Map<String, Object>>> USES = new TypeReference<>() {};
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private ToolUsesJson() {}

    static String write(List<ToolUse> uses) {
        try {
            return JSON.writeValueAsString(
                    uses.stream().map(ToolUsesJson::fields).toList());
        } catch (JsonProcessingException unwritable) {
            throw new IllegalArgumentException("a tool use cannot be written as JSON", unwritable);
        }
    }

    static List<ToolUse> read(String json) {
        try {
            return JSON.readValue(json, USES).stream().map(ToolUsesJson::use).toList();
        } catch (JsonProcessingException unreadable) {
            throw new IllegalStateException("a stored tool use cannot be read", unreadable);
        }
    }

    private static Map<String, Object> fields(ToolUse use) {
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

    private static ToolUse use(Map<String, Object> fields) {
        return new ToolUse(
                text(fields, "callId"),
                ((Number) required(fields, "round")).intValue(),
                text(fields, "tool"),
                JSON.convertValue(required(fields, "parameters"), OBJECT),
                outcome(fields));
    }

    private static ToolOutcome outcome(Map<String, Object> fields) {
        if (Boolean.TRUE.equals(fields.get("success"))) {
            return new ToolOutcome.Success(required(fields, "data"));
        }
        return new ToolOutcome.Failure(FailureKind.valueOf(text(fields, "kind")), text(fields, "message"));
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
}
