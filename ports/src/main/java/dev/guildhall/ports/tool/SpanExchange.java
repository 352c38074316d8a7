package dev.guildhall.ports.tool;

import dev.guildhall.ports.SpanContext;
import java.util.Map;
import java.util.Optional;

/** As {@link ToolExchange#within} says. */
record SpanExchange(SpanContext parent) implements ToolExchange {
    @Override
    public Map<String, Object> parameters() {
        return Map.of("_meta", Map.of("traceparent", parent.toTraceparent()));
    }

    @Override
    public void notified(String method, Map<String, Object> parameters) {
        // The caller waits for the outcome alone.
    }

    @Override
    public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
        return Optional.of(ToolExchange.unanswered(method));
    }

    @Override
    public void replied(ServerReply reply) {
        // The outcome has what the caller needs.
    }
}
