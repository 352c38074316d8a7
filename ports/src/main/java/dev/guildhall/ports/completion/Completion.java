package dev.guildhall.ports.completion;

import java.util.List;

/**
 * A model's whole answer.
 *
 * @param content its words; empty when it only calls tools
 * @param toolCalls the tools that it wants to call, in its order
 * @param model the model that answered, as the provider names it
 * @param usage what it cost
 * @param finish why it stopped
 */
public record Completion(String content, List<ToolCall> toolCalls, String model, Usage usage, FinishReason finish) {
    public Completion {
        toolCalls = List.copyOf(toolCalls);
    }
}
