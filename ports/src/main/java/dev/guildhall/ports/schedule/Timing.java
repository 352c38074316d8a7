package dev.guildhall.ports.schedule;

import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.Instant;

/** When a schedule is due (schedules-2). */
public sealed interface Timing {
    /**
     * By a cron expression, in the time zone of the schedule.
     *
     * @param expression 1 to {@value #MAX} characters
     */
    record Cron(String expression) implements Timing {
        public static final int MAX = 500;

        public Cron {
            if (expression.isBlank() || expression.length() > MAX) {
                throw Refusal.invalid("cron", "must have 1 to " + MAX + " characters");
            }
        }
    }

    /**
     * At an interval, for the first time one interval after the schedule was made or its timing was changed.
     *
     * @param interval whole seconds, 1 to {@value #MOST_SECONDS}
     */
    record Every(Duration interval) implements Timing {
        /** About ten years. */
        public static final int MOST_SECONDS = 315_360_000;

        public Every {
            long seconds = interval.toSeconds();
            if (seconds < 1 || seconds > MOST_SECONDS) {
                throw Refusal.invalid("everySeconds", "must be 1 to " + MOST_SECONDS);
            }
        }
    }

    /** Once. */
    record At(Instant time) implements Timing {}
}
