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

/** Creates spans and passes them to monitoring, when there is any; failures of monitoring do not affect callers. */
public final class Tracing {
    private static final Logger LOG = System.getLogger(Tracing.class.getName());

    private final Optional<TraceSink> sink;
    private final Optional<CallMeter> meter;
    private final SecretSource random;

    /** Spans go to the sink, and counts of calls to the meter, where they are present. */
    public Tracing(Optional<TraceSink> sink, Optional<CallMeter> meter, SecretSource random) {
        this.sink = sink;
        this.meter = meter;
        this.random = random;
    }

    /** The span of an operation that begins now; empty without a sink. */
    public Optional<SpanContext> begin(Optional<SpanContext> parent) {
        return sink.map(ignored -> random.bytes(SpanContext.ROOT_BYTES))
                .map(bytes -> parent.map(above -> above.child(bytes)).orElseGet(() -> SpanContext.root(bytes)));
    }

    /** Is called when a request to a model has ended, also when it failed. */
    public void asked(TracedModelCall call) {
        meter.ifPresent(counts -> safely(() -> counts.asked(call)));
        export(watching -> watching.asked(call));
    }

    public void executed(CallMeter.Execution execution) {
        meter.ifPresent(counts -> safely(() -> counts.executed(execution)));
    }

    public void export(Consumer<TraceSink> call) {
        sink.ifPresent(watching -> safely(() -> call.accept(watching)));
    }

    private static void safely(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "a trace could not be passed on", bug);
        }
    }
}
