package dev.guildhall.ports;

import java.util.Optional;

/**
 * What a call of a model is part of.
 *
 * @param parent the span of which it is a part
 * @param chatId the conversation; absent when the call belongs to no conversation
 */
public record CallOrigin(SpanContext parent, Optional<ChatId> chatId) {}
