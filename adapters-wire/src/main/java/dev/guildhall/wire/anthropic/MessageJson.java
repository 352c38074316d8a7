package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.usage.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record MessageJson(
        String id,
        String type,
        String role,
        String model,
        List<BlockJson> content,
        @JsonProperty("stop_reason") String stopReason,
        @JsonProperty("stop_sequence") @Nullable String stopSequence,
        UsageJson usage,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> warnings) {
    sealed interface BlockJson {}

    record TextJson(String type, String text) implements BlockJson {}

    record ThinkingJson(String type, String thinking, String signature) implements BlockJson {}

    record CallJson(String type, String id, String name, Map<String, Object> input) implements BlockJson {}

    record UsageJson(
            @JsonProperty("input_tokens") long inputTokens,
            @JsonProperty("cache_creation_input_tokens") long cacheCreationInputTokens,
            @JsonProperty("cache_read_input_tokens") long cacheReadInputTokens,
            @JsonProperty("output_tokens") long outputTokens) {
        public static UsageJson of(Usage usage) {
            return new UsageJson(
                    usage.plainPromptTokens(),
                    usage.cacheWriteTokens(),
                    usage.cachedTokens(),
                    usage.completionTokens());
        }
    }

    private static final String LEFT_OUT = "thinking is not enabled: the reasoning of the model was left out";

    /** @param thinking whether the client enabled the reasoning; one that did not may expect the text first */
    public static MessageJson of(Completion completion, String id, boolean thinking) {
        List<BlockJson> content = new ArrayList<>();
        if (thinking && !completion.reasoning().isEmpty()) {
            content.add(new ThinkingJson("thinking", completion.reasoning(), ""));
        }
        if (!completion.content().isEmpty()) {
            content.add(new TextJson("text", completion.content()));
        }
        completion.toolCalls().forEach(call -> content.add(call(call)));
        return new MessageJson(
                id,
                "message",
                "assistant",
                completion.model(),
                content,
                stopReason(completion.finish()),
                null,
                UsageJson.of(completion.usage()),
                warnings(completion, !thinking && !completion.reasoning().isEmpty()));
    }

    /** Those of the answer, and one for reasoning that was left out. */
    static List<String> warnings(Completion completion, boolean thoughtLeftOut) {
        return thoughtLeftOut ? completion.withWarnings(List.of(LEFT_OUT)).warnings() : completion.warnings();
    }

    /** Malformed arguments become an empty object, since the protocol has only objects. */
    private static CallJson call(ToolCall call) {
        Map<String, Object> input = switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) -> values;
            case ToolArguments.Malformed ignored -> Map.of();
        };
        return new CallJson("tool_use", call.id(), call.tool(), input);
    }

    static String stopReason(FinishReason reason) {
        return switch (reason) {
            case STOP -> "end_turn";
            case LENGTH -> "max_tokens";
            case TOOL_CALLS -> "tool_use";
            case CONTENT_FILTER -> "refusal";
        };
    }
}
