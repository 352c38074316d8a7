package dev.guildhall.persistence.db;

import dev.guildhall.persistence.config.DatabaseUrl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * One of several servers: asks it again and again whether it accepts writes, on a connection of its own, and can close
 * all connections that lead to it.
 */
final class ServerProbe {
    private static final Duration BETWEEN_PROBES = Duration.ofMillis(250);

    private final DatabaseUrl url;
    private final PGSimpleDataSource source;
    private final PGSimpleDataSource probing;
    private final Duration silence;
    private final Set<Connection> opened = ConcurrentHashMap.newKeySet();

    /** @param silence after which a server that does not respond counts as failed */
    ServerProbe(DatabaseUrl url, Duration silence) {
        this.url = url;
        this.silence = silence;
        source = url.dataSource();
        probing = url.dataSource();
        int seconds = (int) Math.max(1, silence.toSeconds());
        probing.setConnectTimeout(seconds);
        probing.setLoginTimeout(seconds);
        probing.setSocketTimeout(seconds);
    }

    DatabaseUrl url() {
        return url;
    }

    /** Receives what the server is after each probe. */
    interface Listener {
        void isPrimary(ServerProbe server, boolean primary);
    }

    /** Probes the server until this thread is interrupted. */
    void run(Listener listener) {
        try {
            while (true) {
                probe(listener);
                listener.isPrimary(this, false);
                Thread.sleep(BETWEEN_PROBES);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when the connection fails. */
    private void probe(Listener listener) throws InterruptedException {
        try (Connection connection = probing.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setNetworkTimeout(Runnable::run, (int) silence.toMillis());
            while (true) {
                listener.isPrimary(this, acceptsWrites(statement));
                Thread.sleep(BETWEEN_PROBES);
            }
        } catch (SQLException failed) {
            // The caller reports it.
        }
    }

    private static boolean acceptsWrites(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT NOT current_setting('transaction_read_only')::bool")) {
            return row.next() && row.getBoolean(1);
        }
    }

    Connection connect() throws SQLException {
        Connection connection = source.getConnection();
        opened.add(connection);
        opened.removeIf(ServerProbe::isClosed);
        return connection;
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException unusable) {
            return true;
        }
    }

    /** Closes the sockets of all connections, so that the statements that wait for the server fail at once. */
    void abortConnections() {
        List<Connection> all = List.copyOf(opened);
        all.forEach(opened::remove);
        for (Connection connection : all) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException closed) {
                // Its statements fail anyway.
            }
        }
    }
}
