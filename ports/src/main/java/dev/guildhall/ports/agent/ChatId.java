package dev.guildhall.ports.agent;

import dev.guildhall.ports.Id;

/**
 * Names one conversation, {@code chat_…}.
 *
 * @param value as {@link Id#value()}
 */
public record ChatId(String value) implements Id {
    public ChatId {
        Id.require("chatId", value);
    }
}
