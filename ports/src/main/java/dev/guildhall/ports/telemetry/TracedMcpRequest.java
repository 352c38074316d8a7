package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.SpanContext;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The trace of one request of the Model Context Protocol. It has neither arguments nor results.
 *
 * @param side whether this server answered the request, or sent it
 * @param span its own span; absent when spans are not sent
 * @param parent the span that caused it; absent when there is none
 * @param startedAt when it began
 * @param duration until its response
 * @param method for example {@code tools/call}
 * @param tool the name of a called tool; absent for other methods, and for a call that was refused
 * @param prompt the name of a prompt; absent for other methods, and for a request that was refused
 * @param resource the address of a resource, without its query; absent for other methods, and for a request that was
 *     refused
 * @param id its identifier; absent when that is not known
 * @param version the revision of the protocol; absent before the sides agree on one
 * @param session the session of a client of this server; absent without one
 * @param server the address of the other server; absent for requests that this one answered, and for processes
 * @param failure how it failed; absent when it did not
 */
public record TracedMcpRequest(
        Side side,
        Optional<SpanContext> span,
        Optional<SpanContext> parent,
        Instant startedAt,
        Duration duration,
        String method,
        Optional<String> tool,
        Optional<String> prompt,
        Optional<String> resource,
        Optional<String> id,
        Optional<String> version,
        Optional<String> session,
        Optional<URI> server,
        Optional<Failure> failure) {
    private static final Set<String> OF_RESOURCES =
            Set.of("resources/read", "resources/subscribe", "resources/unsubscribe");

    /**
     * The resource of a request with these parameters; empty for a method of others.
     *
     * @param uri as the request names it: its query and what follows may be secret
     */
    public static Optional<String> resourceOf(String method, Optional<String> uri) {
        return uri.filter(any -> OF_RESOURCES.contains(method)).map(whole -> whole.split("[?#]", 2)[0]);
    }

    /** Which side of a request this server is. */
    public enum Side {
        /** It sent the request. */
        CLIENT,
        /** It answered the request. */
        SERVER
    }

    /**
     * A failure.
     *
     * @param type a short name, one of few: the code of a JSON-RPC error, {@code tool_error} for a tool that failed, or
     *     another one
     * @param code of the JSON-RPC error; absent for other failures
     */
    public record Failure(String type, Optional<Long> code) {
        /** A result that says that the tool has failed. */
        public static final Failure TOOL = new Failure("tool_error", Optional.empty());

        /** An error of JSON-RPC. */
        public static Failure of(long code) {
            return new Failure(String.valueOf(code), Optional.of(code));
        }
    }

    /** Whether it went through the streams of a process, instead of HTTP. */
    public boolean isPiped() {
        return side == Side.CLIENT && server.isEmpty();
    }
}
