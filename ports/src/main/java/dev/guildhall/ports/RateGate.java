package dev.guildhall.ports;

/**
 * Driven port: counts what somebody does against a limit (contract 0, rate limits). A node counts for itself alone. Keeps a
 * bounded number of keys; those that were not used for longest are forgotten, and begin anew. Does not block. Thread-safe.
 */
public interface RateGate {
    /**
     * Takes one token.
     *
     * @param key who, and what for, for example {@code user:usr_1}
     * @param limit the same at each call for the same key; must not be off
     */
    RateVerdict take(String key, RateLimit limit);
}
