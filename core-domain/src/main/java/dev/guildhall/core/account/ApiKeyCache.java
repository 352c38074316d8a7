package dev.guildhall.core.account;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.apikey.ApiKeyHash;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.apikey.LiveApiKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Cache of API keys, valid as long as the {@link SessionCache}, which also remembers when keys were used. It keeps no
 * unknown keys, so that a client who guesses does not displace the keys of others.
 */
final class ApiKeyCache {
    private static final int MOST = 20_000;

    private record State(LiveApiKey live, Instant readAt) {}

    private final InstantSource clock;
    private final ApiKeyStore store;
    private final Map<ApiKeyHash, State> known = BoundedMap.firstInFirstOut(MOST);
    private final Map<ApiKeyId, Instant> uses = new HashMap<>();
    private long changes;

    ApiKeyCache(InstantSource clock, ApiKeyStore store) {
        this.clock = clock;
        this.store = store;
    }

    /** The key with that hash, and notes its use; empty when there is none that works. */
    Optional<LiveApiKey> use(ApiKeyHash hash) {
        Instant now = clock.instant();
        Optional<LiveApiKey> found = find(hash, now)
                .filter(live -> live.key().isLive(now))
                .filter(live -> !live.account().rights().disabled());
        found.ifPresent(live -> {
            synchronized (uses) {
                uses.put(live.key().id(), now);
            }
        });
        return found;
    }

    private Optional<LiveApiKey> find(ApiKeyHash hash, Instant now) {
        long before;
        synchronized (known) {
            before = changes;
            State state = known.get(hash);
            if (state != null && now.isBefore(state.readAt().plus(SessionCache.BELIEVED))) {
                return Optional.of(state.live());
            }
        }
        Optional<LiveApiKey> read = store.live(hash, now);
        synchronized (known) {
            known.remove(hash);
            if (changes == before) {
                read.ifPresent(live -> known.put(hash, new State(live, now)));
            }
        }
        return read;
    }

    /** Drops all entries, and the result of every concurrent read: a key was changed or revoked here. */
    void changed() {
        synchronized (known) {
            changes++;
            known.clear();
        }
    }

    /** The last use of a key that is not stored yet. */
    Optional<Instant> unstoredUse(ApiKeyId id) {
        synchronized (uses) {
            return Optional.ofNullable(uses.get(id));
        }
    }

    /** Stores the uses since the last call. */
    void storeUses() {
        Map<ApiKeyId, Instant> noted;
        synchronized (uses) {
            noted = Map.copyOf(uses);
        }
        if (noted.isEmpty()) {
            return;
        }
        store.noteUses(noted);
        synchronized (uses) {
            noted.forEach(uses::remove);
        }
    }
}
