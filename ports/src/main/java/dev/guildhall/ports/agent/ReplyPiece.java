package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;

/**
 * Text that continues the stored answer of a turn.
 *
 * @param chat the conversation
 * @param turn whose answer it continues
 * @param from how many UTF-16 characters the answer's text has before it, 0 or more
 * @param text not empty, well-formed Unicode
 */
public record ReplyPiece(ChatId chat, Turn turn, int from, String text) {}
