package dev.guildhall.http.token;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cache of tokens whose signatures were verified, with what they say, so that a client's next request needs no verification. It has two
 * generations: when the young one is full it becomes the old one, and tokens that were not used since then are
 * discarded.
 */
final class VerifiedTokens<T> {
    private static final int GENERATION = 5_000;

    private volatile Map<String, T> young = new ConcurrentHashMap<>();
    private volatile Map<String, T> old = Map.of();

    Optional<T> find(String token) {
        T claims = young.get(token);
        if (claims != null) {
            return Optional.of(claims);
        }
        Optional<T> older = Optional.ofNullable(old.get(token));
        older.ifPresent(found -> keep(token, found));
        return older;
    }

    void keep(String token, T claims) {
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
