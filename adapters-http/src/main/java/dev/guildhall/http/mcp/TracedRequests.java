package dev.guildhall.http.mcp;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Measures the requests of clients. What a request causes is within its span, also at imported servers: the request that
 * is carried out has the span in its {@code _meta}.
 */
final class TracedRequests {
    private static final TracedMcpRequest.Failure OTHER = new TracedMcpRequest.Failure("_OTHER", Optional.empty());

    private final McpMeter meter;
    private final InstantSource clock;

    TracedRequests(McpMeter meter, InstantSource clock) {
        this.meter = meter;
        this.clock = clock;
    }

    /**
     * Where a request comes from.
     *
     * @param version the revision that it names
     * @param around the span of its HTTP request
     */
    record Origin(Peer peer, String version, Optional<SpanContext> around) {
        static Origin of(Exchange exchange, Peer peer, String version) {
            return new Origin(peer, version, exchange.parentSpan());
        }
    }

    <T> T answer(Origin origin, RpcMessage.Request request, Function<RpcMessage.Request, T> work) {
        Optional<SpanContext> parent = request.traceparent().or(origin::around);
        Optional<SpanContext> span = meter.begin(parent);
        Instant begun = clock.instant();
        Optional<TracedMcpRequest.Failure> failure = Optional.of(OTHER);
        try {
            T result = work.apply(request.within(span.or(() -> parent)));
            failure = isError(result) ? Optional.of(TracedMcpRequest.Failure.TOOL) : Optional.empty();
            return result;
        } catch (RpcRefusal refused) {
            failure = Optional.of(TracedMcpRequest.Failure.of(refused.code()));
            throw refused;
        } catch (Refusal refused) {
            failure = Optional.of(TracedMcpRequest.Failure.of(RpcCode.SERVER_ERROR.number()));
            throw refused;
        } finally {
            boolean isRefused = failure.flatMap(TracedMcpRequest.Failure::code).isPresent();
            Optional<String> name = Optional.ofNullable(
                            request.params().path("name").textValue())
                    .filter(text -> !isRefused);
            meter.ended(new TracedMcpRequest(
                    TracedMcpRequest.Side.SERVER,
                    span,
                    parent,
                    begun,
                    elapsed(begun),
                    request.method(),
                    name.filter(text -> request.method().equals(McpMethods.CALL)),
                    name.filter(text -> request.method().equals("prompts/get")),
                    TracedMcpRequest.resourceOf(
                            request.method(),
                            Optional.ofNullable(request.params().path("uri").textValue())
                                    .filter(text -> !isRefused)),
                    Optional.of(request.id().asText()),
                    Optional.of(origin.version()),
                    origin.peer().session(),
                    Optional.empty(),
                    failure));
        }
    }

    private Duration elapsed(Instant begun) {
        Duration elapsed = Duration.between(begun, clock.instant());
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
    }

    private static boolean isError(Object result) {
        return result instanceof Map<?, ?> sent && Boolean.TRUE.equals(sent.get("isError"));
    }
}
