package dev.guildhall.http.limit;

import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.TokensInheritanceStrategy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Token buckets of a node. */
public final class BucketRateLimiter implements RateLimiter {
    private static final int MOST = 50_000;
    private static final double MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private final TimeMeter time;
    private final Map<String, Limited> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Limited> eldest) {
            return size() > MOST;
        }
    };

    public BucketRateLimiter(InstantSource clock) {
        this.time = new ClockMeter(clock);
    }

    @Override
    public RateVerdict take(String key, RateLimit limit) {
        return verdict(bucket(key, limit).tryConsumeAndReturnRemaining(1));
    }

    @Override
    public RateVerdict look(String key, RateLimit limit) {
        EstimationProbe probe = bucket(key, limit).estimateAbilityToConsume(1);
        return new RateVerdict(
                probe.canBeConsumed(),
                Math.max(0, probe.getRemainingTokens()),
                Duration.ofNanos(probe.getNanosToWaitForRefill()),
                untilFull(limit, probe));
    }

    @Override
    public void charge(String key, RateLimit limit, long tokens) {
        bucket(key, limit).consumeIgnoringRateLimits(tokens);
    }

    /** Tokens that were borrowed must be refilled first: the library reports that as the wait for one token. */
    private static Duration untilFull(RateLimit limit, EstimationProbe probe) {
        if (!probe.canBeConsumed()) {
            double rest = (limit.perMinute() - 1) * MINUTE_NANOS / limit.perMinute();
            return Duration.ofNanos(probe.getNanosToWaitForRefill() + (long) Math.ceil(rest));
        }
        double missing = (double) limit.perMinute() - probe.getRemainingTokens();
        return Duration.ofNanos((long) Math.ceil(missing * MINUTE_NANOS / limit.perMinute()));
    }

    private static RateVerdict verdict(ConsumptionProbe probe) {
        return new RateVerdict(
                probe.isConsumed(),
                probe.getRemainingTokens(),
                Duration.ofNanos(probe.getNanosToWaitForRefill()),
                Duration.ofNanos(probe.getNanosToWaitForReset()));
    }

    private Bucket bucket(String key, RateLimit limit) {
        synchronized (buckets) {
            Limited known = buckets.get(key);
            if (known != null && known.limit().equals(limit)) {
                return known.bucket();
            }
            Limited now = known == null ? new Limited(limit, filled(limit)) : known.changed(limit);
            buckets.put(key, now);
            return now.bucket();
        }
    }

    private Bucket filled(RateLimit limit) {
        return Bucket.builder()
                .withCustomTimePrecision(time)
                .addLimit(bandwidth(limit))
                .build();
    }

    private static Bandwidth bandwidth(RateLimit limit) {
        return Bandwidth.builder()
                .capacity(limit.perMinute())
                .refillGreedy(limit.perMinute(), Duration.ofMinutes(1))
                .build();
    }

    private record Limited(RateLimit limit, Bucket bucket) {
        /** The bucket with another limit: as many tokens as were used stay used. */
        Limited changed(RateLimit next) {
            bucket.replaceConfiguration(
                    BucketConfiguration.builder().addLimit(bandwidth(next)).build(),
                    TokensInheritanceStrategy.ADDITIVE);
            return new Limited(next, bucket);
        }
    }

    private record ClockMeter(InstantSource clock) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return Duration.between(Instant.EPOCH, clock.instant()).toNanos();
        }

        @Override
        public boolean isWallClockBased() {
            return true;
        }
    }
}
