package dev.guildhall.core.telemetry;

import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.telemetry.TraceSink;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Consumer;

/** Spans for whoever watches, where somebody does; whatever goes wrong there stays there. Thread-safe. */
public final class Tracing {
    private static final Logger LOG = System.getLogger(Tracing.class.getName());

    private final Optional<TraceSink> sink;
    private final SecretSource random;

    /**
     * Spans.
     *
     * @param sink who watches; absent when nobody does
     */
    public Tracing(Optional<TraceSink> sink, SecretSource random) {
        this.sink = sink;
        this.random = random;
    }

    /** The span of what begins now; empty when nobody watches. */
    public Optional<SpanContext> begin(Optional<SpanContext> parent) {
        return sink.map(ignored -> random.bytes(SpanContext.ROOT_BYTES))
                .map(bytes -> parent.map(above -> above.child(bytes)).orElseGet(() -> SpanContext.root(bytes)));
    }

    /** Says what has ended to whoever watches. */
    public void tell(Consumer<TraceSink> words) {
        try {
            sink.ifPresent(words);
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "what has ended could not be told", bug);
        }
    }
}
