package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.wire.sse.SseWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Streams of changes in the newer era: of the list of tools, which this server keeps, and of what the imported servers
 * report that the client sees.
 */
final class Subscriptions {
    private static final String ID = Params.PREFIX + "subscriptionId";
    private static final String MESSAGE = "message";

    private final ServerRequests servers;
    private final ToolListVersions versions;

    Subscriptions(ServerRequests servers, ToolListVersions versions) {
        this.servers = servers;
        this.versions = versions;
    }

    void listen(Exchange exchange, Peer peer, RpcMessage.Request request) {
        Map<String, Object> wanted = wanted(peer, Params.object(request.params(), "notifications"));
        exchange.watch().beginWait();
        try (SseWriter out = exchange.stream();
                ToolListVersions.Reader list = versions.open(peer)) {
            send(out, request.id(), "notifications/subscriptions/acknowledged", Map.of("notifications", wanted));
            follow(out, request.id(), list, peer, wanted);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw McpStreams.cancelled();
        }
    }

    private void follow(SseWriter out, JsonNode id, ToolListVersions.Reader list, Peer peer, Map<String, Object> wanted)
            throws InterruptedException {
        try (ServerChanges changes = ServerChanges.follow(servers, peer, wanted)) {
            String known = list.current();
            while (true) {
                Optional<ServerChanges.Change> change = changes.next(ToolListVersions.MAX_AGE);
                if (change.isPresent()) {
                    send(out, id, change.get().method(), change.get().params());
                }
                String current = list.current();
                if (!current.equals(known) && Boolean.TRUE.equals(wanted.get(ServerChanges.TOOLS))) {
                    send(out, id, ServerChanges.TOOLS_CHANGED, Map.of());
                }
                known = current;
            }
        }
    }

    /** What the client wants, without what no server reports. */
    private static Map<String, Object> wanted(Peer peer, Map<String, Object> asked) {
        Map<String, Object> wanted = new LinkedHashMap<>();
        asked.forEach((name, value) -> {
            if (ServerChanges.has(peer.view(), name) && (Boolean.TRUE.equals(value) || value instanceof List<?>)) {
                wanted.put(name, value);
            }
        });
        return wanted;
    }

    private static void send(SseWriter out, JsonNode id, String method, Map<String, Object> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        Map<String, Object> meta = new LinkedHashMap<>(Params.member(params, Params.META));
        meta.put(ID, id);
        all.put(Params.META, meta);
        out.event(MESSAGE, RpcJson.notification(method, all));
    }
}
