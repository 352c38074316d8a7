package dev.guildhall.ports.task;

import dev.guildhall.ports.Backoff;
import java.time.Duration;

/**
 * How often a task is tried, and how long it waits between two attempts (tasks-36).
 *
 * @param maxAttempts how many attempts it has in all, 1 to {@value #MOST_ATTEMPTS}
 * @param pauses the waits between its attempts; the first one is {@link #LONGEST_FIRST} at most
 */
public record Retry(int maxAttempts, Backoff pauses) {
    /** The most attempts of a task. */
    public static final int MOST_ATTEMPTS = 20;

    /** The longest wait after a first attempt: a day. */
    public static final Duration LONGEST_FIRST = Duration.ofDays(1);

    private static final Backoff USUAL = Backoff.doubling(Duration.ofSeconds(1), Duration.ofMinutes(5));

    public Retry {
        if (maxAttempts < 1 || maxAttempts > MOST_ATTEMPTS) {
            throw new IllegalArgumentException("maxAttempts: must be 1 to " + MOST_ATTEMPTS);
        }
        if (pauses.first().compareTo(LONGEST_FIRST) > 0) {
            throw new IllegalArgumentException("pauses: the first must be " + LONGEST_FIRST.toSeconds() + " s at most");
        }
    }

    /** So many attempts in all, with waits of 1, 2, 4 s and so on, up to 5 min. */
    public static Retry upTo(int maxAttempts) {
        return new Retry(maxAttempts, USUAL);
    }
}
