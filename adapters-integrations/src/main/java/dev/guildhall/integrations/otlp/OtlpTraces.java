package dev.guildhall.integrations.otlp;

import dev.guildhall.integrations.otlp.Delivery.PendingSpans;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Counter;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.telemetry.TraceSink;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.telemetry.TracedReply;
import dev.guildhall.ports.telemetry.TracedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends spans to an OTLP receiver, by HTTP and protobuf, without delaying the traced requests: spans are dropped while
 * the queue is full, and spans that the receiver refuses are lost; both are counted. Spans of a trace that its client
 * does not sample are not sent.
 */
public final class OtlpTraces implements TraceSink, AutoCloseable {
    private final Spans spans;
    private final Delivery delivery;
    private final Ticker ticker;
    private final Duration lastWords;
    private final BlockingQueue<PendingSpans> waiting = new ArrayBlockingQueue<>(OtlpLimits.WAITING);
    private final AtomicLong dropped = new AtomicLong();
    private final Thread sender;
    private volatile boolean closed;

    private OtlpTraces(OtlpOptions options, Ticker ticker, Duration lastWords) {
        this.spans = new Spans(options.resource());
        this.delivery = new Delivery(options, lastWords);
        this.ticker = ticker;
        this.lastWords = lastWords;
        this.sender = Thread.ofVirtual().name("otlp").unstarted(this::send);
    }

    /** Starts the sender; it sends nothing before the first span. */
    public static OtlpTraces open(OtlpOptions options, Ticker ticker) {
        return open(options, ticker, OtlpLimits.LAST_WORDS);
    }

    /** @param lastWords how long a stop waits until the remaining spans are sent */
    static OtlpTraces open(OtlpOptions options, Ticker ticker, Duration lastWords) {
        OtlpTraces traces = new OtlpTraces(options, ticker, lastWords);
        traces.sender.start();
        return traces;
    }

    @Override
    public void answered(TracedReply answer) {
        if (answer.span().sampled()) {
            take(new PendingSpans(Spans.count(answer), () -> spans.of(answer)));
        }
    }

    @Override
    public void asked(TracedModelCall call) {
        boolean wanted = call.origin()
                .flatMap(CallOrigin::parent)
                .map(SpanContext::sampled)
                .orElse(true);
        if (wanted) {
            take(new PendingSpans(1, () -> spans.of(call)));
        }
    }

    @Override
    public void served(TracedRequest request) {
        if (request.span().sampled()) {
            take(new PendingSpans(1, () -> spans.of(request)));
        }
    }

    private void take(PendingSpans told) {
        if (closed || !waiting.offer(told)) {
            dropped.addAndGet(told.count());
        }
    }

    /** How many spans were sent, refused and dropped since the start. */
    public List<Counter> counters() {
        return List.of(
                new Counter("otlp_spans_sent", "Spans that the OTLP receiver accepted.", delivery::sent),
                new Counter("otlp_spans_lost", "Spans that the OTLP receiver did not accept.", delivery::lost),
                new Counter("otlp_spans_dropped", "Spans that were dropped because the queue was full.", dropped::get));
    }

    private void send() {
        try {
            while (true) {
                PendingSpans first = waiting.take();
                gather();
                delivery.send(batch(first), OtlpLimits.REQUEST);
            }
        } catch (InterruptedException stopped) {
            sendTheRest();
        }
    }

    /** Handles an interrupt later: spans that were taken from the queue are sent first. */
    private void gather() {
        try {
            if (waiting.size() < OtlpLimits.BATCH) {
                ticker.pause(OtlpLimits.GATHERING);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private List<PendingSpans> batch(PendingSpans first) {
        List<PendingSpans> batch = new ArrayList<>(OtlpLimits.BATCH);
        batch.add(first);
        waiting.drainTo(batch, OtlpLimits.BATCH - 1);
        return batch;
    }

    /** Sends the remaining spans once: a receiver that does not respond now must not delay the stop. */
    private void sendTheRest() {
        long begun = System.nanoTime();
        boolean taken = delivery.works();
        for (PendingSpans next = waiting.poll(); next != null; next = waiting.poll()) {
            Duration left = lastWords.minusNanos(System.nanoTime() - begun);
            if (taken && left.isPositive()) {
                taken = delivery.send(batch(next), left);
            } else {
                dropped.addAndGet(next.count());
            }
        }
    }

    /** Sends the waiting spans, for a limited time. Later spans are dropped. */
    @Override
    public void close() {
        closed = true;
        sender.interrupt();
        try {
            sender.join(lastWords.plus(OtlpLimits.LAST_WORDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        delivery.close();
    }
}
