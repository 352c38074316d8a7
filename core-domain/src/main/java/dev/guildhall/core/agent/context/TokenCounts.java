package dev.guildhall.core.agent.context;

import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.completion.ChatMessage;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/** The estimated tokens of the messages of one answer: each message is converted and counted once. For one thread. */
public final class TokenCounts {
    private final IdentityHashMap<ChatMessage, Long> tokens = new IdentityHashMap<>();
    private final IdentityHashMap<ChatEntry, List<ChatMessage>> messages = new IdentityHashMap<>();

    long of(ChatMessage message) {
        return tokens.computeIfAbsent(message, any -> ContextTokens.of(List.of(any)));
    }

    long of(List<ChatMessage> all) {
        return all.stream().mapToLong(this::of).sum();
    }

    List<ChatMessage> messagesOf(ChatEntry entry, Function<ChatEntry, List<ChatMessage>> conversion) {
        return messages.computeIfAbsent(entry, conversion);
    }
}
