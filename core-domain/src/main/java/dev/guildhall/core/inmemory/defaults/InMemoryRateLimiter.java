package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/** Token buckets in memory. */
public final class InMemoryRateLimiter implements RateLimiter {
    private static final int MOST = 50_000;
    private static final double MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private record Bucket(double capacity, double tokens, Instant at) {
        Bucket without(long taken) {
            return new Bucket(capacity, tokens - taken, at);
        }
    }

    private final InstantSource clock;
    private final Map<String, Bucket> buckets = BoundedMap.leastRecentlyUsed(MOST);

    public InMemoryRateLimiter(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public RateVerdict take(String key, RateLimit limit) {
        synchronized (buckets) {
            Bucket filled = filled(key, limit);
            boolean allowed = filled.tokens() >= 1;
            return verdict(limit, allowed, keep(key, allowed ? filled.without(1) : filled));
        }
    }

    @Override
    public RateVerdict look(String key, RateLimit limit) {
        synchronized (buckets) {
            Bucket filled = filled(key, limit);
            return verdict(limit, filled.tokens() >= 1, filled);
        }
    }

    @Override
    public void charge(String key, RateLimit limit, long tokens) {
        synchronized (buckets) {
            keep(key, filled(key, limit).without(tokens));
        }
    }

    private Bucket filled(String key, RateLimit limit) {
        double capacity = limit.perMinute();
        Instant now = clock.instant();
        Bucket before = buckets.getOrDefault(key, new Bucket(capacity, capacity, now));
        double raised = Math.max(0, capacity - before.capacity());
        double nanos = Duration.between(before.at(), now).toNanos();
        double tokens = before.tokens() + raised + nanos * capacity / MINUTE_NANOS;
        return new Bucket(capacity, Math.min(capacity, tokens), now);
    }

    private Bucket keep(String key, Bucket bucket) {
        buckets.put(key, bucket);
        return bucket;
    }

    private static RateVerdict verdict(RateLimit limit, boolean allowed, Bucket left) {
        double capacity = limit.perMinute();
        return new RateVerdict(
                allowed,
                Math.max(0, (long) left.tokens()),
                allowed ? Duration.ZERO : time(1 - left.tokens(), capacity),
                time(capacity - left.tokens(), capacity));
    }

    private static Duration time(double tokens, double capacity) {
        return Duration.ofNanos((long) Math.ceil(tokens * MINUTE_NANOS / capacity));
    }
}
