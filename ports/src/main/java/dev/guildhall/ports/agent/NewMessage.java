package dev.guildhall.ports.agent;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * A message that a client adds to a conversation.
 *
 * @param speaker who wrote it
 * @param content any text without NUL and without halves of surrogate pairs
 */
public record NewMessage(Speaker speaker, String content) {
    public NewMessage {
        if (!Text.isWellFormed(content)) {
            throw Refusal.invalid("content", "must be well-formed Unicode without NUL");
        }
    }
}
