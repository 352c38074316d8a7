package dev.guildhall.persistence;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A PostgreSQL of Guildhall's own, for an installation that brings none. It lives in {@code <data folder>/postgres},
 * listens on 127.0.0.1 alone, asks for a password, and keeps what it has confirmed. It runs in a session of its own, so
 * that an interrupt at the terminal does not stop it before those who use it.
 *
 * <p>When the process that started it was killed, it lives on; the next start on the folder stops it first. When it dies
 * itself, it is started again, where it was. Two living processes on one folder are kept apart by a lock. Start and stop
 * block, both for a bounded time. Thread-safe.
 */
public final class PostgresProcess implements AutoCloseable {
    private static final String DATABASE = "guildhall";
    private static final Duration STOP_AGAIN = Duration.ofMillis(100);
    private static final String NO_SUCH_DATABASE = "3D000";

    private final FolderLock lock;
    private final PostgresServer server;
    private final DatabaseUrl url;
    private final Watchdog watchdog;
    private final AtomicBoolean ours = new AtomicBoolean(true);

    private PostgresProcess(FolderLock lock, PostgresServer server, DatabaseUrl url) {
        this.lock = lock;
        this.server = server;
        this.url = url;
        this.watchdog = Watchdog.over(server, url.port());
    }

    /**
     * Starts PostgreSQL on a folder; makes the folder, the password and the database when they do not exist.
     *
     * @param dataFolder the installation's data folder
     * @throws DatabaseStartException when it cannot be started
     */
    public static PostgresProcess start(Path dataFolder) {
        return start(dataFolder, PostgresOptions.DEFAULT);
    }

    static PostgresProcess start(Path dataFolder, PostgresOptions options) {
        PrivateFile.folder(dataFolder);
        Path home = PrivateFile.folder(dataFolder.resolve("postgres"));
        FolderLock lock = FolderLock.take(home);
        try {
            return start(home, lock, options);
        } catch (RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    private static PostgresProcess start(Path home, FolderLock lock, PostgresOptions options) {
        Path binaries = PostgresBinaries.unpackBelow(options.binaries().orElse(home));
        PostgresCommand command = new PostgresCommand(binaries, home.resolve("command.log"));
        PostgresCluster cluster = new PostgresCluster(home, command);
        cluster.makeUnlessThere(options.durable());
        PostgresServer server =
                new PostgresServer(command, cluster.folder(), new ServerLog(home.resolve("server.log")), options);
        DatabaseUrl url = url(server.start(), cluster.password());
        try {
            makeDatabaseUnlessThere(url);
        } catch (SQLException failed) {
            server.stop();
            throw new DatabaseStartException(
                    "the embedded PostgreSQL does not let us in: " + failed.getMessage(), failed);
        }
        return new PostgresProcess(lock, server, url);
    }

    private static DatabaseUrl url(int port, String password) {
        return new DatabaseUrl(
                PostgresServer.LOOPBACK, port, DATABASE, PostgresCluster.USER, password, Map.of("sslmode", "disable"));
    }

    private static void makeDatabaseUnlessThere(DatabaseUrl url) throws SQLException {
        try (Connection connection = url.dataSource().getConnection()) {
            connection.isValid(1);
        } catch (SQLException failed) {
            if (!NO_SUCH_DATABASE.equals(failed.getSQLState())) {
                throw failed;
            }
            makeDatabase(url);
        }
    }

    private static void makeDatabase(DatabaseUrl url) throws SQLException {
        try (Connection connection = url.withDatabase("postgres").dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        }
    }

    /** Where its database is, with the password. */
    public DatabaseUrl url() {
        return url;
    }

    /** The server's process, while it runs. */
    Optional<ProcessHandle> server() {
        return server.process();
    }

    /** Lets go of the folder and leaves the server behind, as a killed process would. */
    void abandon() {
        if (ours.getAndSet(false)) {
            watchdog.dismiss();
            lock.close();
        }
    }

    /** Stops PostgreSQL in an orderly way, without waiting for its clients. Doing it again changes nothing. */
    @Override
    public void close() {
        if (ours.getAndSet(false)) {
            try {
                watchdog.dismiss();
                stopWhatComesUp();
            } finally {
                lock.close();
            }
        }
    }

    /** A start that was under way may bring up another server after the first look: it is stopped too, until none comes. */
    private void stopWhatComesUp() {
        do {
            server.stop();
        } while (!watchdog.hasEndedWithin(STOP_AGAIN));
        server.stop();
    }
}
