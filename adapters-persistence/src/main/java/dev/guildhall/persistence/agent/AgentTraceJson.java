package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes traces of the agent as JSON text, and reads them. */
final class AgentTraceJson {
    private static final String MODEL_CALL = "modelCall";
    private static final String TOOL_CALL = "toolCall";
    private static final String RECALL = "recall";

    private AgentTraceJson() {}

    static String write(AgentTrace trace) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("startedAt", trace.startedAt().toString());
        fields.put("duration", trace.duration().toString());
        fields.put("outcome", trace.outcome().name());
        fields.put("steps", trace.steps().stream().map(AgentTraceJson::fields).toList());
        return StoredJson.write(fields);
    }

    static AgentTrace read(String json) {
        Fields fields = new Fields(StoredJson.readObject(json));
        return new AgentTrace(
                Instant.parse(fields.text("startedAt")),
                fields.duration("duration"),
                AgentTrace.Outcome.valueOf(fields.text("outcome")),
                fields.objects("steps").stream().map(AgentTraceJson::step).toList());
    }

    private static Map<String, Object> fields(AgentTrace.Step step) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("startedAfter", step.startedAfter().toString());
        fields.put("duration", step.duration().toString());
        switch (step) {
            case AgentTrace.ModelCall call -> put(fields, call);
            case AgentTrace.ToolCall call -> put(fields, call);
            case AgentTrace.Recall recall -> put(fields, recall);
        }
        return fields;
    }

    private static void put(Map<String, Object> fields, AgentTrace.ModelCall call) {
        fields.put("step", MODEL_CALL);
        fields.put("round", call.round());
        call.model().ifPresent(model -> fields.put("model", model));
        call.firstToken().ifPresent(first -> fields.put("firstToken", first.toString()));
        fields.put("promptTokens", call.usage().promptTokens());
        fields.put("completionTokens", call.usage().completionTokens());
        fields.put("estimated", call.usage().estimated());
        fields.put("toolCalls", call.toolCalls());
        call.error().ifPresent(error -> fields.put("error", error));
    }

    private static void put(Map<String, Object> fields, AgentTrace.ToolCall call) {
        fields.put("step", TOOL_CALL);
        fields.put("round", call.round());
        fields.put("callId", call.callId());
        fields.put("tool", call.tool());
        call.error().ifPresent(error -> fields.put("error", error));
        call.failure().ifPresent(kind -> fields.put("failure", kind.wireName()));
    }

    private static void put(Map<String, Object> fields, AgentTrace.Recall recall) {
        fields.put("step", RECALL);
        fields.put(
                "hits",
                recall.hits().stream()
                        .map(hit -> Map.of("id", hit.id().value(), "score", hit.score()))
                        .toList());
    }

    private static AgentTrace.Step step(Fields fields) {
        String kind = fields.text("step");
        return switch (kind) {
            case MODEL_CALL -> modelCall(fields);
            case TOOL_CALL -> toolCall(fields);
            case RECALL -> recall(fields);
            default -> throw new IllegalStateException("a stored trace has a step " + kind);
        };
    }

    private static AgentTrace.ModelCall modelCall(Fields fields) {
        Usage usage = new Usage(
                fields.number("promptTokens").longValue(),
                fields.number("completionTokens").longValue(),
                fields.flag("estimated"));
        return new AgentTrace.ModelCall(
                fields.duration("startedAfter"),
                fields.duration("duration"),
                fields.number("round").intValue(),
                fields.optionalText("model"),
                fields.optionalText("firstToken").map(Duration::parse),
                usage,
                fields.number("toolCalls").intValue(),
                fields.optionalText("error"));
    }

    private static AgentTrace.ToolCall toolCall(Fields fields) {
        return new AgentTrace.ToolCall(
                fields.duration("startedAfter"),
                fields.duration("duration"),
                fields.number("round").intValue(),
                fields.text("callId"),
                fields.text("tool"),
                fields.optionalText("error"),
                fields.optionalText("failure").flatMap(FailureKind::fromWire));
    }

    private static AgentTrace.Recall recall(Fields fields) {
        List<AgentTrace.Remembered> hits = fields.objects("hits").stream()
                .map(hit -> new AgentTrace.Remembered(
                        new MemoryId(hit.text("id")), hit.number("score").doubleValue()))
                .toList();
        return new AgentTrace.Recall(fields.duration("startedAfter"), fields.duration("duration"), hits);
    }

    /** One stored object, whose required members are present. */
    private record Fields(Map<String, Object> all) {
        String text(String name) {
            return (String) required(name);
        }

        Optional<String> optionalText(String name) {
            return Optional.ofNullable((String) all.get(name));
        }

        Duration duration(String name) {
            return Duration.parse(text(name));
        }

        Number number(String name) {
            return (Number) required(name);
        }

        boolean flag(String name) {
            return (Boolean) required(name);
        }

        List<Fields> objects(String name) {
            return ((List<?>) required(name))
                    .stream()
                            .map(object -> new Fields(StoredJson.object((Map<?, ?>) object)))
                            .toList();
        }

        private Object required(String name) {
            Object value = all.get(name);
            if (value == null) {
                throw new IllegalStateException("a stored trace has no " + name);
            }
            return value;
        }
    }
}
