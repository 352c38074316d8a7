package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.SpanContext;
import java.util.Optional;

/** As {@link McpMeter#none()} says. */
enum NoMeter implements McpMeter {
    INSTANCE;

    @Override
    public Optional<SpanContext> begin(Optional<SpanContext> parent) {
        return Optional.empty();
    }

    @Override
    public void ended(TracedMcpRequest request) {
        // Nothing is counted.
    }
}
