package dev.guildhall.ports;

import java.util.Optional;

/**
 * What a call of a model is part of.
 *
 * @param parent the span of which it is a part; absent when the work is not traced
 * @param chatId the conversation; absent when the call belongs to no conversation
 * @param requestId the identifier of the HTTP request, which providers receive as {@code X-Request-Id}; absent when
 *     there is none
 */
public record CallOrigin(Optional<SpanContext> parent, Optional<ChatId> chatId, Optional<String> requestId) {}
