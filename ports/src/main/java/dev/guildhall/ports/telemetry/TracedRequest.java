package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.SpanContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An HTTP request that was answered. It says nothing of the client and of the path as it was sent.
 *
 * @param span its own; what is done for the request has it as its parent
 * @param parent the span that the request's {@code traceparent} names; absent where there is none
 * @param startedAt when its head had come
 * @param duration from there to the last byte of the answer
 * @param method {@code GET}
 * @param route the template of the path, for example {@code /agent/api/chat/{chatId}}
 * @param status of the answer
 */
public record TracedRequest(
        SpanContext span,
        Optional<SpanContext> parent,
        Instant startedAt,
        Duration duration,
        String method,
        String route,
        int status) {}
