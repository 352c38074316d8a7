package dev.guildhall.http.limit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Limits how many permits of one key are taken at the same time. */
public final class ConcurrencyLimiter<K> {
    private final int limit;
    private final Map<K, Integer> acquired = new ConcurrentHashMap<>();

    /** @param limit 0 means any number */
    public ConcurrencyLimiter(int limit) {
        this.limit = limit;
    }

    /** Takes a permit, which {@link #release} returns; false when all are taken. */
    public boolean tryAcquire(K key) {
        int now = acquired.merge(key, 1, Integer::sum);
        if (limit > 0 && now > limit) {
            release(key);
            return false;
        }
        return true;
    }

    public void release(K key) {
        acquired.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }
}
