package dev.guildhall.integrations.otlp;

import dev.guildhall.ports.Counter;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** Sends spans to the receiver, and counts those that were sent, lost and dropped. */
final class Delivery implements SpanExporter {
    private static final Logger LOG = System.getLogger(Delivery.class.getName());

    private final OtlpHttpSpanExporter exporter;
    private final String receiver;
    private final Semaphore places = new Semaphore(OtlpLimits.WAITING);
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private volatile boolean works = true;
    private volatile boolean ends;

    Delivery(OtlpOptions options) {
        OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder()
                .setEndpoint(options.endpoint().toString())
                .setConnectTimeout(OtlpLimits.CONNECT)
                .setTimeout(OtlpLimits.REQUEST)
                .setCompression("gzip");
        options.headers().forEach(builder::addHeader);
        exporter = builder.build();
        receiver = options.endpoint().getAuthority();
    }

    /** The tracers whose spans it sends in batches; they name the resource by these attributes. */
    SdkTracerProvider tracers(Map<String, String> resource) {
        AttributesBuilder attributes = Attributes.builder();
        resource.forEach(attributes::put);
        return SdkTracerProvider.builder()
                .setResource(Resource.create(attributes.build()))
                .setSampler(Sampler.alwaysOn())
                .setIdGenerator(EndedSpan.IDS)
                .addSpanProcessor(BatchSpanProcessor.builder(this)
                        .setMaxQueueSize(OtlpLimits.WAITING)
                        .setMaxExportBatchSize(OtlpLimits.BATCH)
                        .setScheduleDelay(OtlpLimits.GATHERING)
                        .setExporterTimeout(OtlpLimits.REQUEST)
                        .build())
                .build();
    }

    List<Counter> counters() {
        return List.of(
                new Counter("otlp_spans_sent", "Spans that the OTLP receiver accepted.", sent::get),
                new Counter("otlp_spans_lost", "Spans that the OTLP receiver did not accept.", lost::get),
                new Counter("otlp_spans_dropped", "Spans that were dropped because the queue was full.", dropped::get));
    }

    /** Whether one more span may wait to be exported; otherwise the span is counted as dropped. */
    boolean admits() {
        boolean room = !ends && places.tryAcquire();
        if (!room) {
            dropped.incrementAndGet();
        }
        return room;
    }

    /** Admits no further spans. */
    void end() {
        ends = true;
    }

    /** Whether the receiver accepted the last request; true before the first one. */
    boolean works() {
        return works;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        int count = spans.size();
        CompletableResultCode result = exporter.export(spans);
        return result.whenComplete(() -> {
            places.release(count);
            (result.isSuccess() ? sent : lost).addAndGet(count);
            note(result);
        });
    }

    /** Logs one line when the receiver fails and one when it works again, whatever the number of requests. */
    private void note(CompletableResultCode result) {
        boolean taken = result.isSuccess();
        if (taken != works) {
            works = taken;
            if (taken) {
                LOG.log(Level.INFO, "{0} accepts spans again", receiver);
            } else {
                LOG.log(Level.WARNING, "{0} does not accept spans: {1}", receiver, reason(result));
            }
        }
    }

    private static String reason(CompletableResultCode result) {
        Throwable failure = result.getFailureThrowable();
        Throwable cause = failure == null ? null : failure.getCause();
        return cause == null ? "it refused them" : cause.getClass().getSimpleName();
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
