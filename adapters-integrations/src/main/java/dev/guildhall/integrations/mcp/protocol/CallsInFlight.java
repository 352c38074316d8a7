package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.ServerReply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The requests of one conversation during which its server may ask. Callers share the conversation, and what the server
 * asks outside of a response does not name its request: it belongs to a request only while there is no other. A request
 * that was given up counts until the server has answered it, or for {@link McpLimits#GIVEN_UP}. Thread-safe.
 *
 * @param <C> a request
 */
public final class CallsInFlight<C> {
    /** Requests during which a server does not ask. */
    public static final Set<String> SILENT = Set.of(
            Handshake.METHOD,
            NewerEra.DISCOVER,
            "tools/list",
            "prompts/list",
            "resources/list",
            "resources/templates/list",
            "ping");

    private final LongSupplier nanos;
    private final Map<Long, C> running = new LinkedHashMap<>();
    private final Map<Long, Long> givenUp = new LinkedHashMap<>();

    public CallsInFlight() {
        this(System::nanoTime);
    }

    CallsInFlight(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A request begins; one during which a server does not ask is not counted. */
    public synchronized void begin(long id, String method, C call) {
        if (!SILENT.contains(method)) {
            running.put(id, call);
        }
    }

    /** The request has ended, and the server does not work at it any more unless it was given up. */
    public synchronized void end(long id) {
        running.remove(id);
    }

    /** The server has answered the request, or has not got it. */
    public synchronized void answered(long id) {
        running.remove(id);
        givenUp.remove(id);
    }

    /** Nothing waits for the request any more; the server may still work at it, unless it has answered. */
    public synchronized void giveUp(long id) {
        if (running.remove(id) == null) {
            return;
        }
        givenUp.put(id, nanos.getAsLong());
        if (givenUp.size() > McpLimits.PENDING) {
            givenUp.remove(givenUp.keySet().iterator().next());
        }
    }

    /** The one request that the server can mean; empty when there is none, or another one. */
    public synchronized Optional<C> only() {
        return running.size() == 1 && !isOneGivenUp()
                ? Optional.of(running.values().iterator().next())
                : Optional.empty();
    }

    /** The requests whose callers get a notification of the server; what it logs does not name its request. */
    public synchronized List<C> notifiedOf(String method) {
        return method.equals("notifications/message") ? only().stream().toList() : List.copyOf(running.values());
    }

    /** Whether the server can mean no request. */
    public synchronized boolean isEmpty() {
        return running.isEmpty() && !isOneGivenUp();
    }

    private boolean isOneGivenUp() {
        long now = nanos.getAsLong();
        givenUp.values().removeIf(since -> now - since >= McpLimits.GIVEN_UP.toNanos());
        return !givenUp.isEmpty();
    }

    /** The answer to a question that may belong to one of several requests. */
    static ServerReply ambiguous(String method) {
        return new ServerReply.Refused(
                -32603,
                method + ": several requests are in flight, which may be of different people, and the question does not"
                        + " name its own; try again later",
                Optional.empty());
    }
}
