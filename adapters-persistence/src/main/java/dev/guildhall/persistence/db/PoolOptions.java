package dev.guildhall.persistence.db;

import java.time.Duration;

/**
 * How the connections to the database are kept.
 *
 * @param size the most connections; many virtual threads share them
 * @param patience how long a statement waits for a connection
 * @param startAttempts how often a database that is not there yet is tried at the start
 */
public record PoolOptions(int size, Duration patience, int startAttempts) {
    public static final PoolOptions DEFAULT = new PoolOptions(16, Duration.ofSeconds(5), 5);
}
