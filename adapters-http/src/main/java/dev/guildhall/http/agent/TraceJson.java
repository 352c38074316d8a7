package dev.guildhall.http.agent;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record TraceJson(String chatId, String userId, List<ReplyTraceJson> answers) {
    public static TraceJson of(ChatId chatId, UserId userId, List<AgentTrace> traces) {
        return new TraceJson(
                chatId.value(),
                userId.value(),
                traces.stream().map(ReplyTraceJson::of).toList());
    }

    public record ReplyTraceJson(String startedAt, long durationMs, String outcome, List<StepJson> steps) {
        static ReplyTraceJson of(AgentTrace trace) {
            return new ReplyTraceJson(
                    Json.timestamp(trace.startedAt()),
                    trace.duration().toMillis(),
                    trace.outcome().name().toLowerCase(Locale.ROOT),
                    trace.steps().stream().map(StepJson::of).toList());
        }
    }

    /** One step; {@code kind} determines its fields. */
    @JsonPropertyOrder("kind")
    public sealed interface StepJson {
        @JsonProperty("kind")
        String kind();

        static StepJson of(AgentTrace.Step step) {
            long startedAfterMs = step.startedAfter().toMillis();
            long durationMs = step.duration().toMillis();
            return switch (step) {
                case AgentTrace.ModelCall call ->
                    new ModelJson(
                            startedAfterMs,
                            durationMs,
                            call.round(),
                            call.model().orElse(null),
                            call.firstToken().map(Duration::toMillis).orElse(null),
                            TokensJson.of(call.usage()),
                            call.toolCalls(),
                            call.error().orElse(null),
                            call.prompt().stream()
                                    .map(message -> new PromptJson(message.role(), message.content()))
                                    .toList(),
                            call.answer());
                case AgentTrace.ToolCall call ->
                    new ToolJson(
                            startedAfterMs,
                            durationMs,
                            call.round(),
                            call.callId(),
                            call.tool(),
                            call.error().orElse(null),
                            call.parameters(),
                            call.result());
                case AgentTrace.Recall recall ->
                    new MemoryStepJson(
                            startedAfterMs,
                            durationMs,
                            recall.hits().stream().map(HitJson::of).toList());
            };
        }
    }

    record ModelJson(
            long startedAfterMs,
            long durationMs,
            int round,
            @Nullable String model,
            @Nullable Long firstTokenMs,
            TokensJson usage,
            int toolCalls,
            @Nullable String error,
            List<PromptJson> prompt,
            String answer)
            implements StepJson {
        @Override
        public String kind() {
            return "model";
        }
    }

    record ToolJson(
            long startedAfterMs,
            long durationMs,
            int round,
            String callId,
            String tool,
            @Nullable String error,
            Map<String, Object> arguments,
            String result)
            implements StepJson {
        @Override
        public String kind() {
            return "tool";
        }
    }

    record MemoryStepJson(long startedAfterMs, long durationMs, List<HitJson> memories) implements StepJson {
        @Override
        public String kind() {
            return "memory";
        }
    }

    record PromptJson(String role, String content) {}

    record HitJson(String id, double score) {
        static HitJson of(AgentTrace.Remembered hit) {
            return new HitJson(hit.id().value(), hit.score());
        }
    }

    record TokensJson(long promptTokens, long completionTokens, boolean estimated) {
        static TokensJson of(Usage usage) {
            return new TokensJson(usage.promptTokens(), usage.completionTokens(), usage.estimated());
        }
    }
}
