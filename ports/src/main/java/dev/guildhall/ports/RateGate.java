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

    /**
     * Looks without taking: allowed when there is a token.
     *
     * @param limit as for {@link #take}
     */
    RateVerdict look(String key, RateLimit limit);

    /**
     * Takes tokens whether they are there or not, for what is known only when it is over; nothing is allowed then until
     * they have come back.
     *
     * @param limit as for {@link #take}
     * @param tokens how many, 1 or more
     */
    void charge(String key, RateLimit limit, long tokens);
}
