package bites.clock.core.time;

import java.time.Instant;

record SystemTicker() {
    Instant moment() {
        return Instant.now();
    }
}
