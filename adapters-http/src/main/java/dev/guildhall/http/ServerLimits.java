package dev.guildhall.http;

import java.time.Duration;

/**
 * How much the listeners of a node take at once, and how they stop (contract 0).
 *
 * @param streamsPerUser streams, waits and polls of one user that are open at once; 0 means any number
 * @param connectionsPerAddress connections of one address that are open at once; 0 means any number
 * @param stopDelay how long a node that stops still takes connections while it says that it is not ready
 * @param stopTimeout how long a stop lets requests finish after that
 */
public record ServerLimits(int streamsPerUser, int connectionsPerAddress, Duration stopDelay, Duration stopTimeout) {
    /** What holds when nothing else is configured. */
    public static final ServerLimits DEFAULT = new ServerLimits(1_000, 4_000, Duration.ZERO, Duration.ofSeconds(30));

    /** The same limits with another bound of streams, waits and polls. */
    public ServerLimits withStreamsPerUser(int streams) {
        return new ServerLimits(streams, connectionsPerAddress, stopDelay, stopTimeout);
    }

    /** The same limits with another bound of connections. */
    public ServerLimits withConnectionsPerAddress(int connections) {
        return new ServerLimits(streamsPerUser, connections, stopDelay, stopTimeout);
    }

    /** The same limits with another way to stop. */
    public ServerLimits withStop(Duration delay, Duration timeout) {
        return new ServerLimits(streamsPerUser, connectionsPerAddress, delay, timeout);
    }
}
