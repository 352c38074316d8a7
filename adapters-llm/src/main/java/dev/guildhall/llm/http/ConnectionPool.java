package dev.guildhall.llm.http;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Connections between calls. The one that was used last is the first to be used again, so that those which nobody needs
 * grow old, and are closed. Thread-safe.
 */
final class ConnectionPool {
    private final Deque<Kept> kept = new ArrayDeque<>();

    private record Kept(HttpConnection connection, Body rest) {
        boolean isUsable() {
            try {
                connection.take();
                return rest.endsAtHand() && !connection.hasMore();
            } catch (IOException broken) {
                return false;
            }
        }
    }

    /** One that is ready for a request; empty when there is none. */
    Optional<HttpConnection> take() {
        for (Optional<Kept> next = newest(); next.isPresent(); next = newest()) {
            if (next.get().isUsable()) {
                return Optional.of(next.get().connection());
            }
            next.get().connection().close();
        }
        return Optional.empty();
    }

    private synchronized Optional<Kept> newest() {
        return Optional.ofNullable(kept.pollFirst());
    }

    /**
     * Keeps one for the next call.
     *
     * @param rest of the answer that came over it; while its end has not come, others are used rather
     */
    void keep(HttpConnection connection, Body rest) throws IOException {
        boolean ready = rest.endsAtHand();
        connection.keep();
        add(new Kept(connection, rest), ready).ifPresent(HttpConnection::close);
    }

    /** The one that has to go for it, if any. */
    private synchronized Optional<HttpConnection> add(Kept one, boolean first) {
        Optional<HttpConnection> oldest = kept.size() < Limits.IDLE_CONNECTIONS
                ? Optional.empty()
                : Optional.ofNullable(kept.pollLast()).map(Kept::connection);
        if (first) {
            kept.addFirst(one);
        } else {
            kept.addLast(one);
        }
        return oldest;
    }
}
