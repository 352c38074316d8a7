package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Writes traces of the agent as JSON text, and reads them. */
final class AgentTraceJson {
    private static final String MODEL_CALL = "modelCall";
    private static final String TOOL_CALL = "toolCall";
    private static final String RECALL = "recall";
    private static final StoredObject NO_TEXTS = new StoredObject(Map.of());

    private AgentTraceJson() {}

    static String write(AgentTrace trace) {
        return StoredJson.write(StoredObject.of(
                "startedAt", trace.startedAt().toString(),
                "duration", trace.duration().toString(),
                "outcome", trace.outcome().name(),
                "steps", trace.steps().stream().map(AgentTraceJson::fields).toList()));
    }

    /** The texts of the steps, one object a step; they are stored encrypted. */
    static String writeTexts(AgentTrace trace) {
        return StoredJson.write(
                trace.steps().stream().map(AgentTraceJson::texts).toList());
    }

    private static Map<String, Object> texts(AgentTrace.Step step) {
        return switch (step) {
            case AgentTrace.ModelCall call ->
                StoredObject.of(
                        "prompt",
                        call.prompt().stream()
                                .map(message -> Map.of("role", message.role(), "content", message.content()))
                                .toList(),
                        "answer",
                        call.answer());
            case AgentTrace.ToolCall call -> StoredObject.of("parameters", call.parameters(), "result", call.result());
            case AgentTrace.Recall ignored -> Map.of();
        };
    }

    /** @param texts absent for a trace that an earlier version stored */
    static AgentTrace read(String json, Optional<String> texts) {
        StoredObject fields = StoredObject.read(json);
        List<StoredObject> steps = fields.objects("steps");
        List<StoredObject> ofSteps = texts.map(StoredObject::readAll).orElse(List.of());
        return new AgentTrace(
                Instant.parse(fields.text("startedAt")),
                duration(fields, "duration"),
                AgentTrace.Outcome.valueOf(fields.text("outcome")),
                IntStream.range(0, steps.size())
                        .mapToObj(i -> step(steps.get(i), ofSteps.isEmpty() ? NO_TEXTS : ofSteps.get(i)))
                        .toList());
    }

    private static Map<String, Object> fields(AgentTrace.Step step) {
        Map<String, Object> fields = StoredObject.of(
                "startedAfter",
                step.startedAfter().toString(),
                "duration",
                step.duration().toString());
        fields.putAll(
                switch (step) {
                    case AgentTrace.ModelCall call ->
                        StoredObject.of(
                                "step", MODEL_CALL,
                                "round", call.round(),
                                "model", call.model(),
                                "firstToken", call.firstToken().map(Duration::toString),
                                "promptTokens", call.usage().promptTokens(),
                                "completionTokens", call.usage().completionTokens(),
                                "estimated", call.usage().estimated(),
                                "toolCalls", call.toolCalls(),
                                "error", call.error());
                    case AgentTrace.ToolCall call ->
                        StoredObject.of(
                                "step", TOOL_CALL,
                                "round", call.round(),
                                "callId", call.callId(),
                                "tool", call.tool(),
                                "error", call.error(),
                                "failure", call.failure().map(FailureKind::wireName));
                    case AgentTrace.Recall recall ->
                        StoredObject.of(
                                "step",
                                RECALL,
                                "hits",
                                recall.hits().stream()
                                        .map(hit -> Map.of("id", hit.id().value(), "score", hit.score()))
                                        .toList());
                });
        return fields;
    }

    private static AgentTrace.Step step(StoredObject fields, StoredObject texts) {
        String kind = fields.text("step");
        return switch (kind) {
            case MODEL_CALL ->
                new AgentTrace.ModelCall(
                        duration(fields, "startedAfter"),
                        duration(fields, "duration"),
                        fields.integer("round"),
                        fields.optionalText("model"),
                        fields.optionalText("firstToken").map(Duration::parse),
                        new Usage(fields.number("promptTokens"), fields.number("completionTokens"), (Boolean)
                                fields.member("estimated")),
                        fields.integer("toolCalls"),
                        fields.optionalText("error"),
                        texts.optional("prompt").isPresent()
                                ? texts.objects("prompt").stream()
                                        .map(message ->
                                                new AgentTrace.Message(message.text("role"), message.text("content")))
                                        .toList()
                                : List.of(),
                        texts.optionalText("answer").orElse(""));
            case TOOL_CALL ->
                new AgentTrace.ToolCall(
                        duration(fields, "startedAfter"),
                        duration(fields, "duration"),
                        fields.integer("round"),
                        fields.text("callId"),
                        fields.text("tool"),
                        fields.optionalText("error"),
                        fields.optionalText("failure").flatMap(FailureKind::fromWire),
                        texts.optional("parameters").isPresent() ? texts.plain("parameters") : Map.of(),
                        texts.optionalText("result").orElse(""));
            case RECALL ->
                new AgentTrace.Recall(
                        duration(fields, "startedAfter"),
                        duration(fields, "duration"),
                        fields.objects("hits").stream()
                                .map(hit -> new AgentTrace.Remembered(
                                        new MemoryId(hit.text("id")), ((Number) hit.member("score")).doubleValue()))
                                .toList());
            default -> throw new IllegalStateException("a stored trace has a step " + kind);
        };
    }

    private static Duration duration(StoredObject fields, String name) {
        return Duration.parse(fields.text(name));
    }
}
