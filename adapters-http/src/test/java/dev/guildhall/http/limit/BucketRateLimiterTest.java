package dev.guildhall.http.limit;

import dev.guildhall.ports.RateLimiter;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.contract.RateLimiterContract;
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
