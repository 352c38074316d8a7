package dev.guildhall.integrations.otlp;

import dev.guildhall.ports.SpanContext;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationLibraryInfo;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A span that is created when the traced work has ended, so that no open span is kept during the work. */
record EndedSpan(SpanContext place, Optional<SpanContext> parent, Words words, Resource resource) implements SpanData {
    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("dev.guildhall");

    /** The content of a span; a failure has the attribute {@code error.type}. */
    record Words(
            String name,
            SpanKind kind,
            Instant startedAt,
            Duration duration,
            Attributes attributes,
            List<EventData> events) {
        Words(String name, SpanKind kind, Instant startedAt, Duration duration, Attributes attributes) {
            this(name, kind, startedAt, duration, attributes, List.of());
        }
    }

    static long nanos(Instant at) {
        return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    }

    @Override
    public String getName() {
        return words.name();
    }

    @Override
    public SpanKind getKind() {
        return words.kind();
    }

    @Override
    public io.opentelemetry.api.trace.SpanContext getSpanContext() {
        return contextOf(place);
    }

    @Override
    public io.opentelemetry.api.trace.SpanContext getParentSpanContext() {
        return parent.map(EndedSpan::contextOf).orElseGet(io.opentelemetry.api.trace.SpanContext::getInvalid);
    }

    private static io.opentelemetry.api.trace.SpanContext contextOf(SpanContext span) {
        TraceFlags flags = span.sampled() ? TraceFlags.getSampled() : TraceFlags.getDefault();
        return io.opentelemetry.api.trace.SpanContext.create(
                span.traceId(), span.spanId(), flags, TraceState.getDefault());
    }

    @Override
    public StatusData getStatus() {
        return words.attributes().get(GenAi.ERROR) == null ? StatusData.unset() : StatusData.error();
    }

    @Override
    public long getStartEpochNanos() {
        return nanos(words.startedAt());
    }

    @Override
    public long getEndEpochNanos() {
        return getStartEpochNanos() + words.duration().toNanos();
    }

    @Override
    public Attributes getAttributes() {
        return words.attributes();
    }

    @Override
    public int getTotalAttributeCount() {
        return words.attributes().size();
    }

    @Override
    public List<EventData> getEvents() {
        return words.events();
    }

    @Override
    public int getTotalRecordedEvents() {
        return words.events().size();
    }

    @Override
    public List<LinkData> getLinks() {
        return List.of();
    }

    @Override
    public int getTotalRecordedLinks() {
        return 0;
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return SCOPE;
    }

    /** The older name of the scope, which the interface still requires. */
    @Override
    @SuppressWarnings("deprecation")
    public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return InstrumentationLibraryInfo.create(SCOPE.getName(), SCOPE.getVersion());
    }

    @Override
    public Resource getResource() {
        return resource;
    }
}
