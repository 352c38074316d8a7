package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.RateLimiter;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.contract.RateLimiterContract;
import java.time.Duration;
import java.time.Instant;

class InMemoryRateLimiterTest implements RateLimiterContract {
    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-01-01T00:00:00Z"));
    private final RateLimiter limiter = new InMemoryRateLimiter(clock);

    @Override
    public RateLimiter limiter() {
        return limiter;
    }

    @Override
    public void advance(Duration time) {
        clock.advance(time);
    }
}
