package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.SpanContext;
import java.util.Optional;

/**
 * Driven port: receives requests of the Model Context Protocol that have ended, of this server and to others. Does not
 * block, and its failures never affect callers.
 */
public interface McpMeter {
    /** The span of a request that begins now; empty when spans are not sent. */
    Optional<SpanContext> begin(Optional<SpanContext> parent);

    /** Is called when a request has ended, also when it failed. */
    void ended(TracedMcpRequest request);

    /** Counts nothing and sends no spans. */
    static McpMeter none() {
        return NoMeter.INSTANCE;
    }
}
