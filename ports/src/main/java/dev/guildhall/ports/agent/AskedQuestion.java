package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;

/**
 * A question as it is stored while its call waits for the answer.
 *
 * @param chatId the chat in which the tool is called
 * @param userId who may answer
 * @param question the question
 */
public record AskedQuestion(ChatId chatId, UserId userId, ToolQuestion question) {}
