package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Interruptible;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The calls that run on this node, so that their clients can cancel them; at most one for each running request. Request
 * identifiers are unique only within a session, so calls without a session are not in it.
 */
final class McpCalls {
    private record Key(Peer peer, JsonNode id) {}

    private final Map<Key, Interruptible> running = new ConcurrentHashMap<>();

    <T> T run(Peer peer, JsonNode id, Supplier<T> call) {
        if (peer.session().isEmpty()) {
            return call.get();
        }
        Key key = new Key(peer, id);
        Interruptible mine = new Interruptible();
        running.put(key, mine);
        try {
            return call.get();
        } finally {
            running.remove(key, mine);
            // Clears the interrupt of a cancellation: the response must still be written.
            mine.end();
        }
    }

    /**
     * Interrupts a call of the same user in the same session; has no effect on a call that has ended or runs elsewhere.
     */
    void cancel(Peer peer, JsonNode id) {
        Optional.ofNullable(running.get(new Key(peer, id))).ifPresent(Interruptible::interrupt);
    }
}
