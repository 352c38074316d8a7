package dev.guildhall.http.server;

import java.time.Duration;

/**
 * How much the listeners of a node take at once, and how they stop (contract 0).
 *
 * @param streamsPerUser streams, waits and polls of one user that are open at once; 0 means any number
 * @param connectionsPerAddress connections of one address that are open at once; 0 means any number
 * @param memory bytes that the requests in work may need together; those that wait for others need little
 * @param bodyTimeout how long the body of a request may take to come, with one second more for each 32 KiB of it that the
 *     node has received
 * @param stop how the node stops
 */
public record ServerLimits(
        int streamsPerUser, int connectionsPerAddress, long memory, Duration bodyTimeout, Stop stop) {
    /** What holds when nothing else is configured. */
    public static final ServerLimits DEFAULT =
            new ServerLimits(1_000, 4_000, Runtime.getRuntime().maxMemory() / 4, Duration.ofSeconds(30), Stop.DEFAULT);

    /**
     * How a node stops: it says that it is not ready, closes its ports, and lets requests finish. From the beginning every
     * answer is the last one of its connection.
     *
     * @param delay how long it still takes connections while it says that it is not ready
     * @param silence after that, how long a connection has to be idle before it is closed under a client that may be sending
     *     a request
     * @param timeout after that, how long requests may take to finish
     */
    public record Stop(Duration delay, Duration silence, Duration timeout) {
        /** What holds when nothing else is configured. */
        public static final Stop DEFAULT = new Stop(Duration.ZERO, Duration.ofMillis(500), Duration.ofSeconds(30));
    }

    /** The same limits with another bound of streams, waits and polls. */
    public ServerLimits withStreamsPerUser(int streams) {
        return new ServerLimits(streams, connectionsPerAddress, memory, bodyTimeout, stop);
    }

    /** The same limits with another bound of connections. */
    public ServerLimits withConnectionsPerAddress(int connections) {
        return new ServerLimits(streamsPerUser, connections, memory, bodyTimeout, stop);
    }

    /** The same limits with another bound of memory. */
    public ServerLimits withMemory(long bytes) {
        return new ServerLimits(streamsPerUser, connectionsPerAddress, bytes, bodyTimeout, stop);
    }

    /** The same limits with another bound of the time that a body may take. */
    public ServerLimits withBodyTimeout(Duration timeout) {
        return new ServerLimits(streamsPerUser, connectionsPerAddress, memory, timeout, stop);
    }

    /** The same limits with another way to stop. */
    public ServerLimits withStop(Duration delay, Duration silence, Duration timeout) {
        return new ServerLimits(
                streamsPerUser, connectionsPerAddress, memory, bodyTimeout, new Stop(delay, silence, timeout));
    }
}
