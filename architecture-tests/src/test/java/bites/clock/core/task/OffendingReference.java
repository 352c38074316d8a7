package bites.clock.core.task;

import java.util.function.LongSupplier;

record OffendingReference() {
    LongSupplier ticks() {
        return System::nanoTime;
    }
}
