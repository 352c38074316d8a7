package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.wire.sse.SseWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Streams of changes in the newer era: of the list of tools, which this server keeps, and at the address of one imported
 * server of what that one reports.
 */
final class Subscriptions {
    private static final Logger LOG = System.getLogger(Subscriptions.class.getName());
    private static final String TOOLS = "toolsListChanged";
    private static final String TOOLS_CHANGED = "notifications/tools/list_changed";
    private static final String ID = Params.PREFIX + "subscriptionId";
    private static final String MESSAGE = "message";

    /** The notifications by the names with which a client asks for them. */
    private static final Map<String, String> KINDS = Map.of(
            TOOLS_CHANGED, TOOLS,
            "notifications/prompts/list_changed", "promptsListChanged",
            "notifications/resources/list_changed", "resourcesListChanged",
            "notifications/resources/updated", "resourceSubscriptions");

    /** The most changes that wait for a slow client; later ones are dropped. */
    private static final int MAX_WAITING = 256;

    private record Change(String method, Map<String, Object> params) {}

    private final ServerRequests servers;
    private final ToolListVersions versions;

    Subscriptions(ServerRequests servers, ToolListVersions versions) {
        this.servers = servers;
        this.versions = versions;
    }

    void listen(Exchange exchange, Peer peer, RpcMessage.Request request) {
        Map<String, Object> wanted = wanted(peer, Params.object(request.params(), "notifications"));
        BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
        exchange.watch().beginWait();
        Optional<Thread> upstream = peer.view().only().map(server -> upstream(peer, server, wanted, changes));
        try (SseWriter out = exchange.stream();
                ToolListVersions.Reader list = versions.open(peer)) {
            send(out, request.id(), "notifications/subscriptions/acknowledged", Map.of("notifications", wanted));
            upstream.ifPresent(Thread::start);
            String known = list.current();
            while (!Thread.currentThread().isInterrupted()) {
                Optional<Change> change = Optional.ofNullable(
                        changes.poll(ToolListVersions.MAX_AGE.toMillis(), TimeUnit.MILLISECONDS));
                change.ifPresent(one -> send(out, request.id(), one.method(), one.params()));
                String current = list.current();
                if (!current.equals(known) && Boolean.TRUE.equals(wanted.get(TOOLS))) {
                    send(out, request.id(), TOOLS_CHANGED, Map.of());
                }
                known = current;
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw McpStreams.cancelled();
        } finally {
            upstream.ifPresent(Thread::interrupt);
        }
    }

    /** What the client wants, without what no server reports. */
    private static Map<String, Object> wanted(Peer peer, Map<String, Object> asked) {
        Map<String, Object> wanted = new LinkedHashMap<>();
        asked.forEach((name, value) -> {
            boolean isKnown = peer.view().only().isPresent() ? KINDS.containsValue(name) : name.equals(TOOLS);
            if (isKnown && (Boolean.TRUE.equals(value) || value instanceof List<?>)) {
                wanted.put(name, value);
            }
        });
        return wanted;
    }

    private Thread upstream(
            Peer peer, IntegrationName server, Map<String, Object> wanted, BlockingQueue<Change> changes) {
        ToolExchange exchange = new Listener(wanted.keySet(), changes);
        return Thread.ofVirtual().name("mcp-listen").unstarted(() -> {
            try {
                ServerReply end = servers.ask(
                        peer.user(), server, NewerRequests.LISTEN, Map.of("notifications", wanted), exchange);
                LOG.log(Level.DEBUG, "{0} ended its stream of changes: {1}", server, end);
            } catch (Refusal unavailable) {
                LOG.log(
                        Level.DEBUG,
                        "{0} reports no changes: {1}",
                        server,
                        unavailable.problem().message());
            }
        });
    }

    /** Passes on what the client asked for, and nothing else. */
    private record Listener(Set<String> wanted, BlockingQueue<Change> changes) implements ToolExchange {
        @Override
        public Map<String, Object> parameters() {
            return Map.of();
        }

        @Override
        public void notified(String method, Map<String, Object> parameters) {
            boolean isWanted = Optional.ofNullable(KINDS.get(method))
                    .filter(wanted::contains)
                    .isPresent();
            if (isWanted && changes.size() < MAX_WAITING) {
                changes.add(new Change(method, parameters));
            }
        }

        @Override
        public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
            return Optional.of(ToolExchange.unanswered(method));
        }

        @Override
        public void replied(ServerReply reply) {
            // The stream has ended; changes of the list of tools are still reported.
        }
    }

    private static void send(SseWriter out, JsonNode id, String method, Map<String, Object> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        Map<String, Object> meta = new LinkedHashMap<>(Params.member(params, Params.META));
        meta.put(ID, id);
        all.put(Params.META, meta);
        out.event(MESSAGE, RpcJson.notification(method, all));
    }
}
