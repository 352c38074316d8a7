package dev.guildhall.persistence.db;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import java.io.PrintWriter;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to that one of several servers which accepts writes. When another server takes over, or the primary
 * does not respond any more, all connections to it are closed: a frozen server would otherwise hold its callers until
 * their timeout. With a single server nothing is probed.
 */
public final class Primary implements DataSource, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Primary.class.getName());
    /** How long the primary may be silent: a longer pause than a busy server makes, and shorter than a failover. */
    static final Duration SILENCE = Duration.ofSeconds(3);
    /** How long a new connection waits for a primary. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String NO_PRIMARY = "no server of the database is the primary";

    private final List<Thread> threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition found = lock.newCondition();
    private @Nullable ServerProbe current;

    private Primary(List<ServerProbe> servers) {
        current = servers.size() == 1 ? servers.getFirst() : null;
        threads = servers.size() == 1
                ? List.of()
                : servers.stream().map(this::start).toList();
    }

    public static Primary of(DatabaseUrl url) {
        return of(url, SILENCE);
    }

    static Primary of(DatabaseUrl url, Duration silence) {
        return new Primary(url.each().stream()
                .map(server -> new ServerProbe(server, silence))
                .toList());
    }

    private Thread start(ServerProbe server) {
        return Thread.ofPlatform().daemon().name("database-probe").start(() -> server.run(this::isPrimary));
    }

    private void isPrimary(ServerProbe server, boolean primary) {
        boolean lost;
        lock.lock();
        try {
            lost = current == server && !primary;
            if (lost) {
                current = null;
            } else if (primary && current == null) {
                LOG.log(
                        Level.INFO,
                        "the primary of the database is {0}",
                        server.url().servers());
                current = server;
                found.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (lost) {
            LOG.log(
                    Level.WARNING,
                    "the primary of the database, {0}, has failed",
                    server.url().servers());
            server.abortConnections();
        }
    }

    /**
     * The address of the primary alone, for the start. Blocks for some seconds while there is none.
     *
     * @throws DatabaseStartException when no server accepts writes
     */
    public DatabaseUrl url(DatabaseUrl all) {
        return await().map(ServerProbe::url).orElseThrow(() -> Schema.unreachable(all, null));
    }

    private Optional<ServerProbe> await() {
        lock.lock();
        try {
            long left = PATIENCE.toNanos();
            while (current == null && left > 0) {
                left = found.awaitNanos(left);
            }
            return Optional.ofNullable(current);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        ServerProbe server = await().orElseThrow(() -> new SQLTransientConnectionException(NO_PRIMARY));
        Connection connection = server.connect();
        if (isCurrent(server)) {
            return connection;
        }
        connection.abort(Runnable::run);
        throw new SQLTransientConnectionException(NO_PRIMARY);
    }

    private boolean isCurrent(ServerProbe server) {
        lock.lock();
        try {
            return current == server;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the user is part of the address");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // The driver's own log has all that there is.
    }

    /** The address has the timeouts. */
    @Override
    public void setLoginTimeout(int seconds) {}

    /** A pool that closes waits that long for the connections that it is opening. */
    @Override
    public int getLoginTimeout() {
        return (int) PATIENCE.toSeconds();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join(PATIENCE);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        DatabaseUrl.deregisterDriver();
    }
}
