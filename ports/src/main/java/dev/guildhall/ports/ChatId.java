package dev.guildhall.ports;

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
