package dev.guildhall.ports;

import java.time.Duration;

/**
 * The waits between repeated attempts (exponential backoff): each is a multiple of the one before, up to the longest.
 *
 * @param first the wait after the first attempt, zero or more
 * @param factor how many times as long as the wait before each further wait is, 1 or more
 * @param longest the longest wait, zero or more; it bounds the first one too
 */
public record Backoff(Duration first, double factor, Duration longest) {
    public Backoff {
        if (first.isNegative() || !(factor >= 1) || longest.isNegative()) {
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
        if (first.isZero()) {
            return first;
        }
        double nanos = nanos(first) * Math.pow(factor, Math.max(0, attempts - 1));
        return nanos < nanos(longest) ? Duration.ofNanos(Math.round(nanos)) : longest;
    }

    private static double nanos(Duration time) {
        return time.toSeconds() * 1e9 + time.toNanosPart();
    }
}
