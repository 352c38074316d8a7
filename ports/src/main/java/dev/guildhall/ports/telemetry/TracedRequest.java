package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.SpanContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The trace of an answered HTTP request. It contains neither the client nor the actual path.
 *
 * @param span its own span; the spans of its calls are its children
 * @param parent the span that the request's {@code traceparent} names; absent when there is none
 * @param startedAt when the headers had arrived
 * @param duration until the last byte of the response
 * @param method for example {@code GET}
 * @param route the template of the path, for example {@code /agent/api/chat/{chatId}}
 * @param status of the response
 */
public record TracedRequest(
        SpanContext span,
        Optional<SpanContext> parent,
        Instant startedAt,
        Duration duration,
        String method,
        String route,
        int status) {}
