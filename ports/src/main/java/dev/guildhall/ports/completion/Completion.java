package dev.guildhall.ports.completion;

import java.util.List;
import java.util.Optional;

/**
 * A model's whole answer.
 *
 * @param content its words, those of a refusal included; empty when it only calls tools
 * @param refusal the end of its words, where the model refuses to answer with it; absent when it does not refuse, or the
 *     provider does not say so
 * @param toolCalls the tools that it wants to call, in its order
 * @param model the model that answered, as the provider names it
 * @param usage what it cost
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
