package dev.guildhall.core.tool.connection;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.connection.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The times at which this node refreshed tokens: a token with a lifetime of seconds must not be refreshed before every
 * call only because it expires within the next minute.
 */
final class RefreshedAt {
    private static final int MOST = 10_000;
    private static final int SHARE = 10;

    private record Got(int revision, Instant at) {}

    private final Map<Connection.Key, Got> known = BoundedMap.leastRecentlyUsed(MOST);

    void got(Connection refreshed, Instant at) {
        synchronized (known) {
            known.put(refreshed.key(), new Got(refreshed.revision(), at));
        }
    }

    /**
     * How long before its end a token is refreshed: a tenth of its lifetime when that is known, and never more than
     * {@code most}.
     */
    Duration margin(Connection connection, Instant end, Duration most) {
        Duration tenth = since(connection)
                .map(begin -> Duration.between(begin, end).dividedBy(SHARE))
                .orElse(most);
        return tenth.compareTo(most) < 0 ? tenth : most;
    }

    private Optional<Instant> since(Connection connection) {
        if (connection.revision() == 1) {
            return Optional.of(connection.connectedAt());
        }
        synchronized (known) {
            return Optional.ofNullable(known.get(connection.key()))
                    .filter(got -> got.revision() == connection.revision())
                    .map(Got::at);
        }
    }
}
