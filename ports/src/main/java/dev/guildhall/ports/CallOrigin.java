package dev.guildhall.ports;

import java.util.Optional;

/**
 * What a call of a model is part of.
 *
 * @param parent the span of which it is a part; absent when the work is not traced
 * @param chatId the conversation; absent when the call belongs to no conversation
 * @param requestId the identifier of the HTTP request, which providers receive as {@code X-Request-Id}; absent when
 *     there is none
 * @param assistant the assistant for whose answer the call is made, which its usage names (assistants-9); absent without
 *     one
 */
public record CallOrigin(
        Optional<SpanContext> parent,
        Optional<ChatId> chatId,
        Optional<String> requestId,
        Optional<AssistantVersion> assistant) {
    /** Nothing is known. */
    public static final CallOrigin UNKNOWN = new CallOrigin(Optional.empty(), Optional.empty(), Optional.empty());

    /** The origin of a call for no assistant. */
    public CallOrigin(Optional<SpanContext> parent, Optional<ChatId> chatId, Optional<String> requestId) {
        this(parent, chatId, requestId, Optional.empty());
    }

    /** The same for an answer of this assistant. */
    public CallOrigin with(AssistantVersion answering) {
        return new CallOrigin(parent, chatId, requestId, Optional.of(answering));
    }
}
