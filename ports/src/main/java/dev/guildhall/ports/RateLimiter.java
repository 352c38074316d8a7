package dev.guildhall.ports;

/**
 * Driven port: counts requests against a limit (general-23). Each node counts on its own. Keeps a bounded
 * number of keys; it removes the least recently used key first, whose bucket is full again at its next use. Does not
 * block.
 */
public interface RateLimiter {
    /**
     * Takes one token.
     *
     * @param key the caller and the operation, for example {@code user:usr_1}
     * @param limit in force from this call on, when it differs from that of the last call for the key: what was used stays
     *     used; {@link RateLimit#isOff} must be false
     */
    RateVerdict take(String key, RateLimit limit);

    /**
     * Reads the state of the bucket without taking a token: allowed when there is a token.
     *
     * @param limit as for {@link #take}
     */
    RateVerdict look(String key, RateLimit limit);

    /**
     * Takes tokens even when there are too few, for an operation whose cost is known only at its end. Calls are refused
     * until the bucket has a token again.
     *
     * @param limit as for {@link #take}
     * @param tokens how many, 1 or more
     */
    void charge(String key, RateLimit limit, long tokens);
}
