package dev.guildhall.integrations.otlp;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Sends spans to the receiver, one request at a time. Confined to the sender's thread, except for its counts and its
 * close.
 */
final class Delivery implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Delivery.class.getName());

    private final OtlpHttpSpanExporter exporter;
    private final String receiver;
    private final Duration lastWords;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private boolean works = true;

    /** @param lastWords how long a request may still take after an interrupt */
    Delivery(OtlpOptions options, Duration lastWords) {
        OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder()
                .setEndpoint(options.endpoint().toString())
                .setConnectTimeout(OtlpLimits.CONNECT)
                .setTimeout(OtlpLimits.REQUEST)
                .setCompression("gzip");
        options.headers().forEach(builder::addHeader);
        exporter = builder.build();
        receiver = options.endpoint().getAuthority();
        this.lastWords = lastWords;
    }

    long sent() {
        return sent.get();
    }

    long lost() {
        return lost.get();
    }

    /** Whether the receiver accepted the last request; true before the first one. */
    boolean works() {
        return works;
    }

    /**
     * Sends spans, and waits until the receiver has accepted them. After an interrupt, which stays set, it waits for at
     * most the time of its last words.
     *
     * @param most how long that may take
     * @return whether the receiver has accepted them
     */
    boolean send(List<PendingSpans> batch, Duration most) {
        boolean taken = false;
        try {
            List<SpanData> spans =
                    batch.stream().flatMap(told -> told.spans().get().stream()).toList();
            CompletableResultCode result = exporter.export(spans);
            await(result, most);
            taken = result.isSuccess();
            note(taken, result);
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "spans could not be made", bug);
        }
        (taken ? sent : lost)
                .addAndGet(batch.stream().mapToInt(PendingSpans::count).sum());
        return taken;
    }

    private void await(CompletableResultCode result, Duration most) {
        result.join(most.toMillis(), TimeUnit.MILLISECONDS);
        if (Thread.interrupted()) {
            result.join(Math.min(most.toMillis(), lastWords.toMillis()), TimeUnit.MILLISECONDS);
            Thread.currentThread().interrupt();
        }
    }

    /** Logs one line when the receiver fails and one when it works again, whatever the number of requests. */
    private void note(boolean taken, CompletableResultCode result) {
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
        if (failure == null) {
            return result.isDone() ? "it refused them" : "no response in time";
        }
        Throwable cause = failure.getCause();
        return cause == null ? "it refused them" : cause.getClass().getSimpleName();
    }

    @Override
    public void close() {
        exporter.shutdown().join(OtlpLimits.CLOSING.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Spans that wait to be created and sent, and their number. */
    record PendingSpans(int count, Supplier<List<SpanData>> spans) {}
}
