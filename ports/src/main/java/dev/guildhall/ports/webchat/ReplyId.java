package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Id;

/**
 * Identifies one reply in a chat, {@code ans_…}.
 *
 * @param value as {@link Id#value()}
 */
public record ReplyId(String value) implements Id {
    public ReplyId {
        Id.require("answerId", value);
    }
}
