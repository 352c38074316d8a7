package dev.guildhall.ports.task;

import java.time.Duration;
import java.time.Instant;

/** When a task is due; until then it is queued and cannot be claimed (tasks-38). */
public sealed interface StartTime {
    /** The time for a task that was created then. */
    Instant after(Instant created);

    /**
     * At a time; one that has passed means at once.
     *
     * @param time the time
     */
    record At(Instant time) implements StartTime {
        @Override
        public Instant after(Instant created) {
            return time;
        }
    }

    /**
     * A while after its creation, by the store's clock.
     *
     * @param delay zero to {@link TaskSpec#LONGEST}
     */
    record After(Duration delay) implements StartTime {
        @Override
        public Instant after(Instant created) {
            return created.plus(delay);
        }
    }
}
