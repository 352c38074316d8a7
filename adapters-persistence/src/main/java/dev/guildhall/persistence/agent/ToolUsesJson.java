package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Locale;
import java.util.Map;

public final class ToolUsesJson {
    private ToolUsesJson() {}

    static String write(List<ToolUse> uses) {
        return StoredJson.write(uses.stream().map(ToolUsesJson::fields).toList());
    }

    static List<ToolUse> read(String json) {
        return StoredObject.readAll(json).stream().map(ToolUsesJson::use).toList();
    }

    public static Map<String, Object> fields(ToolUse use) {
        Map<String, Object> fields = StoredObject.of(
                "callId", use.callId(), "round", use.round(), "tool", use.tool(), "parameters", use.parameters());
        fields.putAll(
                switch (use.outcome()) {
                    case ToolOutcome.Success(Object data) -> StoredObject.of("success", true, "data", data);
                    case ToolOutcome.Failure failure ->
                        StoredObject.of(
                                "success", false,
                                "kind", failure.kind().name(),
                                "message", failure.message());
                });
        return fields;
    }

    public static ToolUse use(StoredObject fields) {
        return new ToolUse(
                fields.text("callId"),
                fields.integer("round"),
                fields.text("tool"),
                fields.plain("parameters"),
                outcome(fields));
    }

    private static ToolOutcome outcome(StoredObject fields) {
        if (fields.flag("success")) {
            return new ToolOutcome.Success(fields.member("data"));
        }
        FailureKind kind = FailureKind.fromWire(fields.text("kind").toLowerCase(Locale.ROOT))
                .orElse(FailureKind.FAILED);
        return new ToolOutcome.Failure(kind, fields.text("message"));
    }
}
