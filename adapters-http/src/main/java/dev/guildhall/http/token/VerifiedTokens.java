package dev.guildhall.http.token;

import dev.guildhall.ports.session.AccessClaims;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cache of tokens whose signatures were verified, so that a client's next request needs no verification. It has two
 * generations: when the young one is full it becomes the old one, and tokens that were not used since then are
 * discarded. Thread-safe.
 */
final class VerifiedTokens {
    private static final int GENERATION = 5_000;

    private volatile Map<String, AccessClaims> young = new ConcurrentHashMap<>();
    private volatile Map<String, AccessClaims> old = Map.of();

    Optional<AccessClaims> find(String token) {
        AccessClaims claims = young.get(token);
        if (claims != null) {
            return Optional.of(claims);
        }
        Optional<AccessClaims> older = Optional.ofNullable(old.get(token));
        older.ifPresent(found -> keep(token, found));
        return older;
    }

    void keep(String token, AccessClaims claims) {
        if (young.size() >= GENERATION) {
            turn();
        }
        young.put(token, claims);
    }

    private synchronized void turn() {
        if (young.size() >= GENERATION) {
            old = young;
            young = new ConcurrentHashMap<>();
        }
    }
}
