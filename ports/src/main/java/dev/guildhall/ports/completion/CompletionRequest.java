package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.List;

/**
 * What a model is asked.
 *
 * @param messages the conversation so far, at least one message
 * @param sampling which model, and how
 * @param tools what the model may call; empty when it may call nothing
 */
public record CompletionRequest(List<ChatMessage> messages, Sampling sampling, List<ToolSpec> tools) {
    public CompletionRequest {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
        if (messages.isEmpty()) {
            throw Refusal.invalid("messages", "must be a non-empty array of {role, content}");
        }
    }

    /** One question to the default model. */
    public static CompletionRequest of(String question) {
        return new CompletionRequest(List.of(new ChatMessage.User(question)), Sampling.DEFAULT, List.of());
    }
}
