package dev.guildhall.ports.completion;

import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A model's whole answer.
 *
 * @param content its text, including that of a refusal; empty when it only calls tools
 * @param refusal the last part of the text, with which the model refuses to answer; absent when it does not refuse, or
 *     the provider does not report a refusal
 * @param reasoning the model's reasoning before the answer; empty when the provider does not show it
 * @param toolCalls the tools that the model called, in the model's order
 * @param model the model that answered, as the provider names it
 * @param usage the tokens that it used
 * @param finish why it stopped
 * @param warnings what the model did not receive, one sentence for each field (models-19)
 * @param original the answer as the provider sent it, read only; absent unless {@link CompletionRequest#original} was
 *     passed on unchanged and the answer was not streamed
 * @param cost what the request cost; absent when the model has no price, and in the
 *     answer of a {@link ChatModel}
 */
public record Completion(
        String content,
        Optional<String> refusal,
        String reasoning,
        List<ToolCall> toolCalls,
        String model,
        Usage usage,
        FinishReason finish,
        List<String> warnings,
        Optional<ByteBuffer> original,
        Optional<Cost> cost) {
    private static final String PART = "the model's answer has ";

    public Completion {
        toolCalls = List.copyOf(toolCalls);
        warnings = List.copyOf(warnings);
        original = original.map(ByteBuffer::asReadOnlyBuffer);
    }

    /** An answer without warnings that is not passed on unchanged. */
    public Completion(
            String content,
            Optional<String> refusal,
            String reasoning,
            List<ToolCall> toolCalls,
            String model,
            Usage usage,
            FinishReason finish) {
        this(
                content,
                refusal,
                reasoning,
                toolCalls,
                model,
                usage,
                finish,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** An answer without a refusal and reasoning. */
    public Completion(String content, List<ToolCall> toolCalls, String model, Usage usage, FinishReason finish) {
        this(content, Optional.empty(), "", toolCalls, model, usage, finish);
    }

    /** The warning of a part of the answer that has no place here, for example {@code a picture}. */
    public static String partLeftOut(String part) {
        return PART + part + ", which was left out";
    }

    /** Whether a warning says that a part of the answer was left out. */
    public boolean lacksParts() {
        return warnings.stream().anyMatch(warning -> warning.startsWith(PART));
    }

    /** The same answer with these warnings after its own. */
    public Completion withWarnings(List<String> further) {
        List<String> all = Stream.concat(warnings.stream(), further.stream()).toList();
        return new Completion(content, refusal, reasoning, toolCalls, model, usage, finish, all, original, cost);
    }

    /** The same answer, as the provider sent it. */
    public Completion withOriginal(ByteBuffer bytes) {
        return new Completion(
                content, refusal, reasoning, toolCalls, model, usage, finish, warnings, Optional.of(bytes), cost);
    }

    /** The same answer, which cost that much. */
    public Completion costing(Optional<Cost> amount) {
        return new Completion(content, refusal, reasoning, toolCalls, model, usage, finish, warnings, original, amount);
    }
}
