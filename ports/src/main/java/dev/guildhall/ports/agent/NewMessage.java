package dev.guildhall.ports.agent;

/**
 * A message that a client adds to a conversation.
 *
 * @param speaker who says it
 * @param content what is said
 */
public record NewMessage(Speaker speaker, String content) {}
