package dev.guildhall.ports.agent;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Sampling;
import java.util.List;
import java.util.Optional;

/**
 * A question to an assistant outside of a chat.
 *
 * @param assistant its identifier or its name
 * @param messages the whole conversation, the question last; at least one
 * @param sampling settings that go before those of the assistant
 * @param origin the span and the HTTP request of the caller; absent when unknown
 */
public record AssistantQuestion(
        String assistant, List<ChatMessage> messages, Sampling sampling, Optional<CallOrigin> origin) {
    public AssistantQuestion {
        messages = List.copyOf(messages);
    }
}
