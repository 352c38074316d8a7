package dev.guildhall.core.telemetry;

import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.telemetry.TraceSink;
import dev.guildhall.ports.telemetry.TracedModelCall;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Consumer;

/** Spans for whoever watches, where somebody does; whatever goes wrong there stays there. Thread-safe. */
public final class Tracing {
    private static final Logger LOG = System.getLogger(Tracing.class.getName());

    private final Optional<TraceSink> sink;
    private final Optional<CallMeter> meter;
    private final SecretSource random;

    /**
     * Spans.
     *
     * @param sink takes spans; absent when nothing does
     * @param meter counts calls, for the metrics; absent when nothing does
     */
    public Tracing(Optional<TraceSink> sink, Optional<CallMeter> meter, SecretSource random) {
        this.sink = sink;
        this.meter = meter;
        this.random = random;
    }

    /** The span of what begins now; empty when nobody watches. */
    public Optional<SpanContext> begin(Optional<SpanContext> parent) {
        return sink.map(ignored -> random.bytes(SpanContext.ROOT_BYTES))
                .map(bytes -> parent.map(above -> above.child(bytes)).orElseGet(() -> SpanContext.root(bytes)));
    }

    /** A model has answered, or failed to. */
    public void asked(TracedModelCall call) {
        meter.ifPresent(counts -> safely(() -> counts.asked(call)));
        tell(watching -> watching.asked(call));
    }

    /** A tool has run. */
    public void executed(CallMeter.Execution execution) {
        meter.ifPresent(counts -> safely(() -> counts.executed(execution)));
    }

    /** Says what has ended to whoever watches. */
    public void tell(Consumer<TraceSink> words) {
        sink.ifPresent(watching -> safely(() -> words.accept(watching)));
    }

    private static void safely(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "what has ended could not be told", bug);
        }
    }
}
