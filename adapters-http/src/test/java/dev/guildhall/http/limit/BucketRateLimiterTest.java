package dev.guildhall.http.limit;

import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.contract.RateLimiterContract;
import java.time.Duration;
import java.time.Instant;

class BucketRateLimiterTest implements RateLimiterContract {
    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-01-01T00:00:00Z"));
    private final RateLimiter gate = new BucketRateLimiter(clock);

    @Override
    public RateLimiter limiter() {
        return gate;
    }

    @Override
    public void advance(Duration time) {
        clock.advance(time);
    }
}
