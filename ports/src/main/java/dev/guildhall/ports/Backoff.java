package dev.guildhall.ports;

import java.time.Duration;

/**
 * The waits between repeated attempts (exponential backoff): each is a multiple of the one before, up to the longest.
 *
 * @param first the wait after the first attempt, more than zero
 * @param factor how many times as long as the wait before each further wait is, 2 or more
 * @param longest the longest wait, {@code first} or more
 */
public record Backoff(Duration first, int factor, Duration longest) {
    public Backoff {
        if (!first.isPositive() || factor < 2 || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("no backoff: " + first + " times " + factor + " up to " + longest);
        }
    }

    /** Waits of which each is twice as long as the one before. */
    public static Backoff doubling(Duration first, Duration longest) {
        return new Backoff(first, 2, longest);
    }

    /**
     * The wait after an attempt.
     *
     * @param attempts how many attempts there were, that one included; 0 counts as 1
     */
    public Duration after(int attempts) {
        Duration wait = first;
        for (int attempt = 1; attempt < attempts && wait.compareTo(longest) < 0; attempt++) {
            wait = wait.multipliedBy(factor);
        }
        return wait.compareTo(longest) < 0 ? wait : longest;
    }
}
