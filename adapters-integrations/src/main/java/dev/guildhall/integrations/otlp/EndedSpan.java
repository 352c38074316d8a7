package dev.guildhall.integrations.otlp;

import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.telemetry.TracedModelCall;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A span that is created when the traced work has ended, so that no open span is kept during the work.
 *
 * @param place the position that Guildhall assigned; absent for a new one below the parent
 * @param attributes a failure has the attribute {@code error.type}
 * @param failures the failed attempts of a model call, which become events
 */
record EndedSpan(
        Optional<SpanContext> place,
        Optional<SpanContext> parent,
        String name,
        SpanKind kind,
        Instant startedAt,
        Duration duration,
        Attributes attributes,
        List<TracedModelCall.Failure> failures) {
    /** Gives a span with an assigned position its ids, and any other one random ids. */
    static final IdGenerator IDS = new AssignedIds();

    private static final ScopedValue<SpanContext> ASSIGNED = ScopedValue.newInstance();
    private static final String ATTEMPT_FAILED = "guildhall.attempt_failed";

    EndedSpan(
            Optional<SpanContext> place,
            Optional<SpanContext> parent,
            String name,
            SpanKind kind,
            Instant startedAt,
            Duration duration,
            Attributes attributes) {
        this(place, parent, name, kind, startedAt, duration, attributes, List.of());
    }

    /** Records the span by a tracer whose ids are {@link #IDS}. */
    void record(Tracer tracer) {
        SpanBuilder builder = tracer.spanBuilder(name)
                .setParent(parent.map(EndedSpan::contextOf).orElseGet(Context::root))
                .setSpanKind(kind)
                .setStartTimestamp(startedAt)
                .setAllAttributes(attributes);
        Span span = place.map(assigned -> ScopedValue.where(ASSIGNED, assigned).call(builder::startSpan))
                .orElseGet(builder::startSpan);
        failures.forEach(failure -> span.addEvent(ATTEMPT_FAILED, attributes(failure), failure.at()));
        if (attributes.get(GenAi.ERROR) != null) {
            span.setStatus(StatusCode.ERROR);
        }
        span.end(startedAt.plus(duration));
    }

    private static Attributes attributes(TracedModelCall.Failure failure) {
        return Attributes.of(
                GenAi.PROVIDER,
                TracedModelCall.conventionalName(failure.provider()),
                GenAi.REQUEST_MODEL,
                failure.model(),
                GenAi.ERROR,
                failure.error());
    }

    private static Context contextOf(SpanContext span) {
        TraceFlags flags = span.sampled() ? TraceFlags.getSampled() : TraceFlags.getDefault();
        return Context.root()
                .with(Span.wrap(io.opentelemetry.api.trace.SpanContext.create(
                        span.traceId(), span.spanId(), flags, TraceState.getDefault())));
    }

    private static final class AssignedIds implements IdGenerator {
        private final IdGenerator random = IdGenerator.random();

        @Override
        public String generateTraceId() {
            return ASSIGNED.isBound() ? ASSIGNED.get().traceId() : random.generateTraceId();
        }

        @Override
        public String generateSpanId() {
            return ASSIGNED.isBound() ? ASSIGNED.get().spanId() : random.generateSpanId();
        }
    }
}
