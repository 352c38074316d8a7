package dev.guildhall.wire.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.usage.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

public final class ChatJson {
    private ChatJson() {}

    /** A called function; the arguments are JSON text inside JSON. */
    record FunctionJson(String name, String arguments) {}

    record CustomJson(String name, String input) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CallJson(
            String id,
            String type,
            @Nullable FunctionJson function,
            @Nullable CustomJson custom) {
        static CallJson of(String id, String function, String arguments) {
            return new CallJson(id, CallFields.FUNCTION, new FunctionJson(function, arguments), null);
        }

        static CallJson of(ToolCall call, ToolForms tools) {
            String name = call.tool();
            return tools.form(name).custom()
                    ? new CallJson(
                            call.id(),
                            ToolForms.CUSTOM,
                            null,
                            new CustomJson(name, ToolForms.input(CallFields.text(call.arguments()))))
                    : of(call.id(), name, CallFields.text(call.arguments()));
        }
    }

    @JsonNaming(SnakeCaseStrategy.class)
    record MessageJson(
            String role,
            @Nullable String content,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String reasoningContent,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CallJson> toolCalls,

            @Nullable String refusal) {
        static MessageJson of(Completion completion, ToolForms tools) {
            String refusal = completion.refusal().orElse("");
            String words =
                    completion.content().substring(0, completion.content().length() - refusal.length());
            boolean wordless = words.isEmpty()
                    && (!refusal.isEmpty() || !completion.toolCalls().isEmpty());
            return new MessageJson(
                    "assistant",
                    wordless ? null : words,
                    completion.reasoning(),
                    completion.toolCalls().stream()
                            .map(call -> CallJson.of(call, tools))
                            .toList(),
                    refusal.isEmpty() ? null : refusal);
        }
    }

    @JsonNaming(SnakeCaseStrategy.class)
    record ChoiceJson(
            int index, MessageJson message, @Nullable Object logprobs, String finishReason) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record TokensJson(
            long promptTokens,
            long completionTokens,
            long totalTokens,
            CachedJson promptTokensDetails,
            ReasoningJson completionTokensDetails) {
        static TokensJson of(Usage usage) {
            return new TokensJson(
                    usage.promptTokens(),
                    usage.completionTokens(),
                    usage.promptTokens() + usage.completionTokens(),
                    new CachedJson(usage.cachedTokens()),
                    new ReasoningJson(usage.reasoningTokens()));
        }
    }

    @JsonNaming(SnakeCaseStrategy.class)
    record CachedJson(long cachedTokens) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record ReasoningJson(long reasoningTokens) {}

    public record AnswerJson(
            String id,
            String object,
            long created,
            String model,
            List<ChoiceJson> choices,
            TokensJson usage,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> warnings) {
        public static AnswerJson of(Completion completion, String id, long created, ToolForms tools) {
            ChoiceJson choice = new ChoiceJson(
                    0, MessageJson.of(completion, tools), null, FinishReasons.write(completion.finish()));
            return new AnswerJson(
                    id,
                    "chat.completion",
                    created,
                    completion.model(),
                    List.of(choice),
                    TokensJson.of(completion.usage()),
                    completion.warnings());
        }
    }
}
