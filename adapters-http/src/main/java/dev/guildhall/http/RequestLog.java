package dev.guildhall.http;

import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.telemetry.TraceSink;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import dev.guildhall.ports.telemetry.TracedRequest;
import io.javalin.http.Context;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * Writes one log line and one metric observation for each request: identifier, route template, status, time, user.
 * Never a token, a body, or the path as it was sent.
 */
public final class RequestLog {
    private static final Logger LOG = System.getLogger("dev.guildhall.access");
    private static final double MILLIS = 1000.0;

    private static final String BEGUN = "guildhall.begun";

    private record Begun(SpanContext span, Optional<SpanContext> parent, Instant startedAt) {}

    private final PrometheusRegistry registry;
    private final Histogram durations;
    private volatile Optional<TraceSink> traces = Optional.empty();

    public RequestLog(PrometheusRegistry registry) {
        this.registry = registry;
        this.durations = Histogram.builder()
                .name("guildhall_http_request_duration_seconds")
                .help("Time from a request's first byte to its answer's last, by route template and status.")
                .labelNames("route", "status")
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60)
                .register(registry);
    }

    /** From now on each request of a service has a span, which is sent to that sink. */
    public void traceTo(TraceSink sink) {
        traces = Optional.of(sink);
    }

    /** Begins a request of a service; its span is a child of the span that {@code traceparent} names. */
    void begin(Context ctx) {
        Optional<SpanContext> parent = traceparent(ctx);
        span(parent).ifPresent(span -> ctx.attribute(BEGUN, new Begun(span, parent, Instant.now())));
    }

    /** The span of work that begins now; empty when spans are not sent. */
    public Optional<SpanContext> span(Optional<SpanContext> parent) {
        return traces.map(sending -> {
            byte[] random = new byte[SpanContext.ROOT_BYTES];
            ThreadLocalRandom.current().nextBytes(random);
            return parent.map(above -> above.child(random)).orElseGet(() -> SpanContext.root(random));
        });
    }

    /** Sends the span of a request of the Model Context Protocol. */
    public void traced(TracedMcpRequest request) {
        traces.ifPresent(sink -> sink.exchanged(request));
    }

    /** The parent span of work for a request: the request's own span, or else the one that the client named. */
    static Optional<SpanContext> spanOf(Context ctx) {
        Begun begun = ctx.attribute(BEGUN);
        return begun == null ? traceparent(ctx) : Optional.of(begun.span());
    }

    private static Optional<SpanContext> traceparent(Context ctx) {
        return Optional.ofNullable(ctx.header("traceparent")).flatMap(SpanContext::ofTraceparent);
    }

    private void trace(Context ctx, String label) {
        Begun begun = ctx.attribute(BEGUN);
        if (begun != null) {
            int space = label.indexOf(' ');
            TracedRequest request = new TracedRequest(
                    begun.span(),
                    begun.parent(),
                    begun.startedAt(),
                    Duration.between(begun.startedAt(), Instant.now()),
                    label.substring(0, Math.max(0, space)),
                    label.substring(space + 1),
                    ctx.statusCode());
            traces.ifPresent(sink -> sink.served(request));
        }
    }

    public void inFlight(IntSupplier count) {
        GaugeWithCallback.builder()
                .name("guildhall_http_requests_in_flight")
                .help("Requests that are being answered.")
                .callback(callback -> callback.call(count.getAsInt()))
                .register(registry);
    }

    public void finished(Context ctx, float millis) {
        String route = RequestDispatcher.routeOf(ctx);
        String status = Integer.toString(ctx.statusCode());
        durations.labelValues(route, status).observe(millis / MILLIS);
        trace(ctx, route);
        if (LOG.isLoggable(Level.INFO)) {
            LOG.log(
                    Level.INFO,
                    "id=" + RequestIds.of(ctx) + " route=\"" + route + "\" status=" + status + " ms="
                            + Math.round(millis) + " user=" + RequestDispatcher.userOf(ctx));
        }
    }
}
