package dev.guildhall.http.limit;

import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.RateGate;
import dev.guildhall.ports.contract.RateGateContract;
import java.time.Duration;
import java.time.Instant;

class BucketRateGateTest implements RateGateContract {
    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-01-01T00:00:00Z"));
    private final RateGate gate = new BucketRateGate(clock);

    @Override
    public RateGate limiter() {
        return gate;
    }

    @Override
    public void advance(Duration time) {
        clock.advance(time);
    }
}
