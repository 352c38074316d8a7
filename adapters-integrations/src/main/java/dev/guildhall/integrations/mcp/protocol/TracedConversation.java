package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import dev.guildhall.ports.tool.ToolExchange;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A conversation whose requests are measured, and tell the server their span: in {@code _meta}, and over HTTP in a header.
 * Without spans they name that of their caller.
 */
public final class TracedConversation implements McpConversation {
    private static final String TRACEPARENT = "traceparent";
    private static final String META = "_meta";

    private final McpConversation inner;
    private final Optional<URI> server;
    private final McpMeter meter;
    private final InstantSource clock;
    private volatile Optional<String> agreed = Optional.empty();

    /** @param server its address; absent for a process */
    public TracedConversation(McpConversation inner, Optional<URI> server, McpMeter meter, InstantSource clock) {
        this.inner = inner;
        this.server = server;
        this.meter = meter;
        this.clock = clock;
    }

    @Override
    public Reply ask(Outgoing request, CallDeadline deadline) throws McpFault {
        Map<String, Object> meta = McpJson.object(request.parameters(), META);
        Optional<SpanContext> parent = McpJson.text(meta, TRACEPARENT).flatMap(SpanContext::ofTraceparent);
        Optional<SpanContext> span = meter.begin(parent);
        Instant begun = clock.instant();
        Optional<TracedMcpRequest.Failure> failure = Optional.empty();
        try {
            Reply reply = inner.ask(
                    span.or(() -> parent).map(own -> within(request, meta, own)).orElse(request), deadline);
            failure = failureOf(reply);
            return reply;
        } catch (McpFault fault) {
            failure = Optional.of(failureOf(fault));
            throw fault;
        } finally {
            ended(request, new Begun(span, parent, begun), failure);
        }
    }

    private static Outgoing within(Outgoing request, Map<String, Object> before, SpanContext span) {
        Map<String, Object> meta = new LinkedHashMap<>(before);
        meta.put(TRACEPARENT, span.toTraceparent());
        Map<String, Object> parameters = new LinkedHashMap<>(request.parameters());
        parameters.put(META, meta);
        Map<String, String> headers = new LinkedHashMap<>(request.headers());
        headers.put(TRACEPARENT, span.toTraceparent());
        return new Outgoing(request.method(), parameters, headers, request.exchange());
    }

    private static Optional<TracedMcpRequest.Failure> failureOf(Reply reply) {
        return switch (reply) {
            case Reply.Result(Map<String, Object> value) ->
                Boolean.TRUE.equals(value.get("isError"))
                        ? Optional.of(TracedMcpRequest.Failure.TOOL)
                        : Optional.empty();
            case Reply.Failed failed -> Optional.of(TracedMcpRequest.Failure.of(failed.code()));
            case Reply.None(McpFault why) -> Optional.of(failureOf(why));
        };
    }

    private static TracedMcpRequest.Failure failureOf(McpFault fault) {
        return new TracedMcpRequest.Failure(fault.kind().wireName(), Optional.empty());
    }

    private record Begun(Optional<SpanContext> span, Optional<SpanContext> parent, Instant at) {}

    private void ended(Outgoing request, Begun begun, Optional<TracedMcpRequest.Failure> failure) {
        Duration duration = Duration.between(begun.at(), clock.instant());
        Optional<String> name = McpJson.text(request.parameters(), "name");
        meter.ended(new TracedMcpRequest(
                TracedMcpRequest.Side.CLIENT,
                begun.span(),
                begun.parent(),
                begun.at(),
                duration.isNegative() ? Duration.ZERO : duration,
                request.method(),
                name.filter(ignored -> request.method().equals("tools/call")),
                name.filter(ignored -> request.method().equals("prompts/get")),
                TracedMcpRequest.resourceOf(request.method(), McpJson.text(request.parameters(), "uri")),
                Optional.empty(),
                Optional.ofNullable(request.headers().get("MCP-Protocol-Version"))
                        .or(() -> agreed),
                Optional.empty(),
                server,
                failure));
    }

    @Override
    public void sendNotification(String method, Map<String, Object> parameters, CallDeadline deadline) throws McpFault {
        inner.sendNotification(method, parameters, deadline);
    }

    @Override
    public void follow(ToolExchange exchange, CallDeadline deadline) throws McpFault {
        inner.follow(exchange, deadline);
    }

    @Override
    public void agreeOn(String protocolVersion) {
        agreed = Optional.of(protocolVersion);
        inner.agreeOn(protocolVersion);
    }

    @Override
    public boolean isOpen() {
        return inner.isOpen();
    }

    @Override
    public boolean mayBeSilent() {
        return inner.mayBeSilent();
    }

    @Override
    public boolean hasNewTools() {
        return inner.hasNewTools();
    }

    @Override
    public void close() {
        inner.close();
    }
}
