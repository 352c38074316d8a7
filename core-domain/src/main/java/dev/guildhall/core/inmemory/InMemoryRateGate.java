package dev.guildhall.core.inmemory;

import dev.guildhall.ports.RateGate;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateVerdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Token buckets in memory. Thread-safe. */
public final class InMemoryRateGate implements RateGate {
    private static final int MOST = 50_000;
    private static final double MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private record Bucket(double tokens, Instant at) {}

    private final InstantSource clock;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST;
        }
    };

    public InMemoryRateGate(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public RateVerdict take(String key, RateLimit limit) {
        double capacity = limit.perMinute();
        Instant now = clock.instant();
        synchronized (buckets) {
            Bucket before = buckets.getOrDefault(key, new Bucket(capacity, now));
            double nanos = Duration.between(before.at(), now).toNanos();
            double filled = Math.min(capacity, before.tokens() + nanos * capacity / MINUTE_NANOS);
            boolean allowed = filled >= 1;
            double left = allowed ? filled - 1 : filled;
            buckets.put(key, new Bucket(left, now));
            Duration retryAfter = allowed ? Duration.ZERO : time(1 - left, capacity);
            return new RateVerdict(allowed, (long) left, retryAfter, time(capacity - left, capacity));
        }
    }

    /** How long it takes until so many tokens are there. */
    private static Duration time(double tokens, double capacity) {
        return Duration.ofNanos((long) Math.ceil(tokens * MINUTE_NANOS / capacity));
    }
}
