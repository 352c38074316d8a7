package dev.guildhall.llm.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.wire.EstimatedUsage;
import dev.guildhall.llm.wire.ProviderErrors;
import dev.guildhall.llm.wire.UnreadableAnswer;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts one answer together from what the provider sends. Not thread-safe. */
final class AnswerParts {
    private final ProviderErrors errors;
    private final StringBuilder content = new StringBuilder();
    private final CallParts calls = new CallParts();
    private Optional<String> model = Optional.empty();
    private Optional<Usage> usage = Optional.empty();
    private Optional<String> finish = Optional.empty();

    AnswerParts(ProviderErrors errors) {
        this.errors = errors;
    }

    /**
     * Takes one event, or a whole answer.
     *
     * @return the words in it, often none
     */
    String add(AnswerJson json) throws UnreadableAnswer {
        if (json.error() != null && !json.error().isNull()) {
            throw new Refusal(errors.inStream(json.error()));
        }
        model = model.or(() -> Optional.ofNullable(json.model()).filter(name -> !name.isBlank()));
        usage = Optional.ofNullable(json.usage()).flatMap(AnswerParts::usage).or(() -> usage);
        return json.choices() == null || json.choices().isEmpty()
                ? ""
                : add(json.choices().getFirst());
    }

    private String add(AnswerJson.ChoiceJson choice) throws UnreadableAnswer {
        finish = Optional.ofNullable(choice.finishReason()).or(() -> finish);
        AnswerJson.PartJson part = choice.delta() != null ? choice.delta() : choice.message();
        if (part == null) {
            return "";
        }
        if (part.toolCalls() != null) {
            for (AnswerJson.CallJson piece : part.toolCalls()) {
                calls.add(piece);
            }
        }
        String words = words(part.content());
        content.append(words);
        return words;
    }

    /** Whether the provider said why it stopped, without which an answer may be cut off. */
    boolean isFinished() {
        return finish.isPresent();
    }

    /**
     * The whole answer.
     *
     * @param asked the model that was asked, for providers that do not name it
     * @param estimate what it cost, for providers that do not tell
     */
    Completion whole(WireNames names, String asked, EstimatedUsage estimate) {
        return new Completion(
                content.toString(),
                calls.calls(names),
                model.orElse(asked),
                usage.orElseGet(() -> estimate.of(content)),
                reason());
    }

    /** Some servers say "stop" when they call tools. */
    private FinishReason reason() {
        return switch (finish.orElse("stop")) {
            case "length", "max_tokens" -> FinishReason.LENGTH;
            case "content_filter" -> FinishReason.CONTENT_FILTER;
            case "tool_calls", "function_call" -> FinishReason.TOOL_CALLS;
            default -> calls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS;
        };
    }

    private static Optional<Usage> usage(AnswerJson.UsageJson json) {
        if (json.promptTokens() == null && json.completionTokens() == null) {
            return Optional.empty();
        }
        return Optional.of(new Usage(tokens(json.promptTokens()), tokens(json.completionTokens())));
    }

    private static long tokens(@Nullable Long count) {
        return count == null ? 0 : Math.max(0, count);
    }

    private static String words(@Nullable JsonNode content) {
        if (content == null || content.isTextual()) {
            return content == null ? "" : content.asText();
        }
        StringBuilder words = new StringBuilder();
        content.forEach(part -> words.append(part.path("text").asText("")));
        return words.toString();
    }
}
