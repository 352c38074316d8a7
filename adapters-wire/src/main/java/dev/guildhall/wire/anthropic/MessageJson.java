package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A whole answer to a client. */
@JsonNaming(SnakeCaseStrategy.class)
public record MessageJson(
        String id,
        String type,
        String role,
        String model,
        List<BlockJson> content,
        String stopReason,
        @Nullable String stopSequence,
        UsageJson usage,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> warnings) {
    private static final String LEFT_OUT = "thinking is not enabled: the reasoning of the model was left out";

    /** @param thinking whether the client enabled the reasoning; one that did not may expect the text first */
    public static MessageJson of(Completion completion, String id, boolean thinking) {
        List<BlockJson> content = new ArrayList<>();
        if (thinking && !completion.reasoning().isEmpty()) {
            content.add(new BlockJson.ThinkingJson("thinking", completion.reasoning(), ""));
        }
        if (!completion.content().isEmpty()) {
            content.add(new BlockJson.TextJson(completion.content(), Optional.empty()));
        }
        completion.toolCalls().forEach(call -> content.add(call(call)));
        return new MessageJson(
                id,
                "message",
                "assistant",
                completion.model(),
                content,
                StopReasons.write(completion.finish()),
                null,
                UsageJson.of(completion.usage()),
                warnings(completion, !thinking && !completion.reasoning().isEmpty()));
    }

    /** Those of the answer, and one for reasoning that was left out. */
    static List<String> warnings(Completion completion, boolean thoughtLeftOut) {
        return thoughtLeftOut ? completion.withWarnings(List.of(LEFT_OUT)).warnings() : completion.warnings();
    }

    /** Malformed arguments become an empty object, since the protocol has only objects. */
    private static BlockJson call(ToolCall call) {
        Map<String, Object> input = switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) -> values;
            case ToolArguments.Malformed ignored -> Map.of();
        };
        return new BlockJson.ToolUseJson(call.id(), call.tool(), input, Optional.empty());
    }
}
