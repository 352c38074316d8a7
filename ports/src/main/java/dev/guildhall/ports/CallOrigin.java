package dev.guildhall.ports;

import java.util.Optional;

/**
 * What a call of a model is part of.
 *
 * @param parent the span of it
 * @param chatId the conversation; absent where there is none
 */
public record CallOrigin(SpanContext parent, Optional<ChatId> chatId) {}
