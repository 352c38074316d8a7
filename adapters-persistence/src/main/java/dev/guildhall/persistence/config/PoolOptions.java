package dev.guildhall.persistence.config;

import java.time.Duration;

/**
 * Options of a pool of connections to the database.
 *
 * @param size the most connections; many virtual threads share them
 * @param patience how long a statement waits for a connection before it is refused
 * @param startAttempts how often Guildhall tries to reach the database when it starts
 */
public record PoolOptions(int size, Duration patience, int startAttempts) {
    public static final PoolOptions DEFAULT = new PoolOptions(16, Duration.ofSeconds(5), 5);
    /** For the pool of an application: at most ten of its connections are in use, with those of the queue. */
    public static final PoolOptions SHARED = new PoolOptions(4, Duration.ofSeconds(5), 5);
}
