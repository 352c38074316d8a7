package dev.guildhall.ports;

/**
 * How often a caller may do something: a token bucket with this many tokens, which fills evenly within a minute.
 *
 * @param perMinute 1 or more; 0 means that there is no limit
 */
public record RateLimit(int perMinute) {
    /** No limit. */
    public static final RateLimit NONE = new RateLimit(0);

    public RateLimit {
        if (perMinute < 0) {
            throw new IllegalArgumentException("a limit is 0 or more");
        }
    }

    /** Whether there is no limit. */
    public boolean isOff() {
        return perMinute == 0;
    }
}
