package bites.clock.core.task;

import java.time.Instant;
import java.time.InstantSource;

record Patient(InstantSource time) {
    Instant moment() {
        return time.instant();
    }
}
