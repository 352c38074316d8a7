package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Interruptible;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The calls that are running on this node, so that their clients can cancel them: as many as there are requests at the
 * moment. Identifiers of requests are unique in a session alone, so calls outside of any are not known here. Thread-safe.
 */
final class McpCalls {
    private record Key(Peer peer, JsonNode id) {}

    private final Map<Key, Interruptible> running = new ConcurrentHashMap<>();

    /** Runs a call that its client may cancel. */
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
            // An interrupt that came from a cancellation is taken back: the answer is still to be written.
            mine.end();
        }
    }

    /** Interrupts a call of the same user in the same session; one that has ended, or runs on another node, goes on. */
    void cancel(Peer peer, JsonNode id) {
        Optional.ofNullable(running.get(new Key(peer, id))).ifPresent(Interruptible::interrupt);
    }
}
