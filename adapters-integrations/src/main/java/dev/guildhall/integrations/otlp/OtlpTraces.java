package dev.guildhall.integrations.otlp;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Counter;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.telemetry.TraceSink;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.telemetry.TracedReply;
import dev.guildhall.ports.telemetry.TracedRequest;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sends spans to an OTLP receiver, by HTTP and protobuf, without delaying the traced requests: spans are dropped while
 * the queue is full, and spans that the receiver refuses are lost; both are counted. Spans of a trace that its client
 * does not sample are not sent.
 */
public final class OtlpTraces implements TraceSink, AutoCloseable {
    private final Delivery delivery;
    private final Duration stopTimeout;
    private final SdkTracerProvider tracers;
    private final Tracer tracer;

    private OtlpTraces(OtlpOptions options, Duration stopTimeout) {
        this.delivery = new Delivery(options);
        this.stopTimeout = stopTimeout;
        this.tracers = delivery.tracers(options.resource());
        this.tracer = tracers.get("dev.guildhall");
    }

    /** Starts the sender; it sends nothing before the first span. */
    public static OtlpTraces open(OtlpOptions options) {
        return open(options, OtlpLimits.LAST_WORDS);
    }

    /** @param stopTimeout how long a stop waits until the remaining spans are sent */
    static OtlpTraces open(OtlpOptions options, Duration stopTimeout) {
        return new OtlpTraces(options, stopTimeout);
    }

    @Override
    public void answered(TracedReply answer) {
        if (answer.span().sampled()) {
            Spans.of(answer).forEach(this::take);
        }
    }

    @Override
    public void asked(TracedModelCall call) {
        boolean wanted = call.origin()
                .flatMap(CallOrigin::parent)
                .map(SpanContext::sampled)
                .orElse(true);
        if (wanted) {
            take(Spans.of(call));
        }
    }

    @Override
    public void served(TracedRequest request) {
        if (request.span().sampled()) {
            take(Spans.of(request));
        }
    }

    @Override
    public void exchanged(TracedMcpRequest request) {
        if (request.span().map(SpanContext::sampled).orElse(false)) {
            take(Spans.of(request));
        }
    }

    private void take(EndedSpan span) {
        if (delivery.admits()) {
            span.record(tracer);
        }
    }

    /** How many spans were sent, refused and dropped since the start. */
    public List<Counter> counters() {
        return delivery.counters();
    }

    /**
     * Sends the waiting spans, for a limited time; a receiver that did not respond before does not delay the stop.
     * Later spans are dropped.
     */
    @Override
    public void close() {
        delivery.end();
        CompletableResultCode sent = tracers.shutdown();
        if (delivery.works()) {
            sent.join(stopTimeout.toMillis(), TimeUnit.MILLISECONDS);
        }
        delivery.shutdown();
        sent.join(OtlpLimits.CLOSING.toMillis(), TimeUnit.MILLISECONDS);
    }
}
