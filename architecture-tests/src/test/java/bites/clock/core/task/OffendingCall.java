package bites.clock.core.task;

import java.time.Instant;

record OffendingCall() {
    Instant moment() {
        return Instant.now();
    }
}
