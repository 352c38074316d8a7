package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.ToolMedia;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ContentPart;
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
        if (!use.media().isEmpty()) {
            fields.put("media", use.media().stream().map(ToolUsesJson::fields).toList());
        }
        use.requestedParameters().ifPresent(requested -> fields.put("requestedParameters", requested));
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
                outcome(fields),
                fields.optional("media").isPresent()
                        ? fields.objects("media").stream()
                                .map(ToolUsesJson::media)
                                .toList()
                        : List.of(),
                fields.optional("requestedParameters").map(any -> fields.plain("requestedParameters")));
    }

    private static Map<String, Object> fields(ToolMedia media) {
        return StoredObject.of(
                "id", media.id().value(),
                "kind", media.kind().name(),
                "type", media.type(),
                "bytes", media.bytes());
    }

    private static ToolMedia media(StoredObject fields) {
        return new ToolMedia(
                new MediaId(fields.text("id")),
                ContentPart.Kind.valueOf(fields.text("kind")),
                fields.text("type"),
                fields.number("bytes"));
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
