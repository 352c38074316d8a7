package dev.guildhall.ports.completion;

import java.util.List;
import java.util.Optional;

/**
 * A model's whole answer.
 *
 * @param content its text, including that of a refusal; empty when it only calls tools
 * @param refusal the last part of the text, with which the model refuses to answer; absent when it does not refuse, or
 *     the provider does not report a refusal
 * @param toolCalls the tools that the model called, in the model's order
 * @param model the model that answered, as the provider names it
 * @param usage the tokens that it used
 * @param finish why it stopped
 */
public record Completion(
        String content,
        Optional<String> refusal,
        List<ToolCall> toolCalls,
        String model,
        Usage usage,
        FinishReason finish) {
    public Completion {
        toolCalls = List.copyOf(toolCalls);
    }

    /** An answer without a refusal. */
    public Completion(String content, List<ToolCall> toolCalls, String model, Usage usage, FinishReason finish) {
        this(content, Optional.empty(), toolCalls, model, usage, finish);
    }
}
