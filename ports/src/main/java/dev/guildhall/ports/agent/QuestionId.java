package dev.guildhall.ports.agent;

import dev.guildhall.ports.Id;

/**
 * Identifies one question of a server during a tool call, {@code ask_…}.
 *
 * @param value as {@link Id#value()}
 */
public record QuestionId(String value) implements Id {
    public QuestionId {
        Id.require("questionId", value);
    }
}
