package dev.guildhall.http.mcp;

import dev.guildhall.ports.UserId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The resources whose changes the sessions of the older era want to know, on this node. The sessions that were used least
 * recently are forgotten first.
 */
final class ResourceSubscriptions {
    static final int MAX_OF_SESSION = 100;
    private static final int MAX_SESSIONS = 10_000;

    private record Key(UserId user, Optional<String> session, McpView view) {
        static Key of(Peer peer) {
            return new Key(peer.user().userId(), peer.session(), peer.view());
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Set<String>> bySession = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Set<String>> eldest) {
            return size() > MAX_SESSIONS;
        }
    };

    /** @throws RpcRefusal when the session has as many as it may have */
    void add(Peer peer, String uri) {
        lock.lock();
        try {
            Set<String> known = bySession.computeIfAbsent(Key.of(peer), any -> new TreeSet<>());
            if (known.size() >= MAX_OF_SESSION && !known.contains(uri)) {
                throw RpcRefusal.invalidParams("uri: a session has " + MAX_OF_SESSION + " subscriptions at most");
            }
            known.add(uri);
        } finally {
            lock.unlock();
        }
    }

    void remove(Peer peer, String uri) {
        lock.lock();
        try {
            Optional.ofNullable(bySession.get(Key.of(peer))).ifPresent(known -> known.remove(uri));
        } finally {
            lock.unlock();
        }
    }

    Set<String> of(Peer peer) {
        lock.lock();
        try {
            return Set.copyOf(bySession.getOrDefault(Key.of(peer), Set.of()));
        } finally {
            lock.unlock();
        }
    }
}
