package bites.clock.ports;

import java.time.Clock;
import java.time.Instant;

interface OffendingDefault {
    default Instant moment() {
        return Clock.systemUTC().instant();
    }
}
