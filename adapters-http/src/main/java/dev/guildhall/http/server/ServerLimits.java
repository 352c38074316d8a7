package dev.guildhall.http.server;

import java.time.Duration;

/**
 * How many requests the listeners of a node accept at the same time, and how they stop (general-25, general-26,
 * operation-4).
 *
 * @param streamsPerUser streams, waits and polls of one user that are open at once; 0 means any number
 * @param connectionsPerAddress connections of one address that are open at once; 0 means any number
 * @param memory bytes that the running requests may need together; those that wait for others need little
 * @param bodyTimeout how long the body of a request may take, with one second more for each 32 KiB that the node has
 *     received
 * @param stop how the node stops
 */
public record ServerLimits(
        int streamsPerUser, int connectionsPerAddress, long memory, Duration bodyTimeout, Stop stop) {
    public static final ServerLimits DEFAULT =
            new ServerLimits(1_000, 4_000, Runtime.getRuntime().maxMemory() / 4, Duration.ofSeconds(30), Stop.DEFAULT);

    /**
     * How a node stops: it reports that it is not ready, refuses requests that may start work, lets the others and all
     * answers finish, and closes its ports. From the beginning of the stop every response closes its connection.
     *
     * @param delay how long it still starts work while it reports that it is not ready
     * @param silence when its ports are closed, how long a connection must be idle before the server closes it, since
     *     its client may be sending a request
     * @param timeout after the delay, how long requests and answers may take to finish
     */
    public record Stop(Duration delay, Duration silence, Duration timeout) {
        public static final Stop DEFAULT = new Stop(Duration.ZERO, Duration.ofMillis(500), Duration.ofSeconds(30));
    }
}
