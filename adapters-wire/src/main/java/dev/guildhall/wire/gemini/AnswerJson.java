package dev.guildhall.wire.gemini;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.LowerCamelCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A whole answer to a client, or the last event of a stream. */
@JsonNaming(LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AnswerJson(
        List<CandidateJson> candidates,
        GeminiUsageJson usageMetadata,
        String modelVersion,
        String responseId,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> warnings) {
    private static final String LEFT_OUT = "includeThoughts is not set: the reasoning of the model was left out";

    @JsonNaming(LowerCamelCaseStrategy.class)
    record CandidateJson(ContentJson content, String finishReason, int index) {}

    record ContentJson(List<PartJson> parts, String role) {}

    /** Text, reasoning or a call. */
    @JsonNaming(LowerCamelCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PartJson(
            @Nullable String text,
            @Nullable Boolean thought,
            @Nullable CallJson functionCall) {
        static PartJson text(String text) {
            return new PartJson(text, null, null);
        }

        static PartJson call(String id, String name, Map<String, Object> args) {
            return new PartJson(null, null, new CallJson(id, name, args));
        }
    }

    record CallJson(String id, String name, Map<String, Object> args) {}

    /** @param thoughts whether the client receives the reasoning */
    public static AnswerJson of(Completion completion, String id, boolean thoughts) {
        List<PartJson> parts = new ArrayList<>();
        if (thoughts && !completion.reasoning().isEmpty()) {
            parts.add(new PartJson(completion.reasoning(), true, null));
        }
        if (!completion.content().isEmpty()) {
            parts.add(PartJson.text(completion.content()));
        }
        completion.toolCalls().forEach(call -> parts.add(call(call)));
        return of(completion, id, parts, !thoughts && !completion.reasoning().isEmpty());
    }

    /** @param leftOut whether reasoning was left out */
    static AnswerJson of(Completion completion, String id, List<PartJson> parts, boolean leftOut) {
        Completion told = leftOut ? completion.withWarnings(List.of(LEFT_OUT)) : completion;
        return new AnswerJson(
                List.of(new CandidateJson(
                        new ContentJson(parts, "model"), FinishReasons.write(completion.finish()), 0)),
                GeminiUsageJson.of(completion.usage()),
                completion.model(),
                id,
                told.warnings());
    }

    private static PartJson call(ToolCall call) {
        return PartJson.call(call.id(), call.tool(), arguments(call.arguments()));
    }

    /** Malformed arguments become an empty object, since the protocol has only objects. */
    static Map<String, Object> arguments(ToolArguments arguments) {
        return switch (arguments) {
            case ToolArguments.Parsed(Map<String, Object> values) -> values;
            case ToolArguments.Malformed ignored -> Map.of();
        };
    }
}
