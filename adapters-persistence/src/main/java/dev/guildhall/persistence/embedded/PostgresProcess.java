package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.db.DatabaseStartException;
import dev.guildhall.persistence.db.DatabaseUrl;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A PostgreSQL of Guildhall's own, for an installation that brings none. It lives in {@code <data folder>/postgres},
 * listens on 127.0.0.1 alone, asks for a password, gets nothing of this process's environment that could be a secret, and
 * keeps what it has confirmed. The application's role there is no superuser. It runs in a session of its own, so
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
    private static final String WRONG_PASSWORD = "28P01";

    private final FolderLock lock;
    private final PostgresServer server;
    private final DatabaseUrl url;
    private final Watchdog watchdog;
    private final AtomicBoolean ours = new AtomicBoolean(true);

    private PostgresProcess(FolderLock lock, PostgresServer server, int port, DatabaseUrl url) {
        this.lock = lock;
        this.server = server;
        this.url = url;
        this.watchdog = Watchdog.over(server, port);
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

    public static PostgresProcess start(Path dataFolder, PostgresOptions options) {
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
        int port = server.start();
        DatabaseUrl url = url(port, PostgresCluster.APPLICATION, cluster.applicationPassword());
        try {
            if (!letsIn(url)) {
                handOver(url(port, PostgresCluster.SUPERUSER, cluster.superuserPassword()), url.password());
            }
        } catch (SQLException failed) {
            server.stop();
            throw new DatabaseStartException(
                    "the embedded PostgreSQL does not let us in: " + failed.getMessage(), failed);
        }
        return new PostgresProcess(lock, server, port, url);
    }

    private static DatabaseUrl url(int port, String user, String password) {
        return new DatabaseUrl(
                PostgresServer.LOOPBACK + ":" + port, DATABASE, user, password, Map.of("sslmode", "disable"));
    }

    /** False when there is no such role yet, or it has another password, or there is no database. */
    private static boolean letsIn(DatabaseUrl url) throws SQLException {
        try (Connection connection = url.dataSource().getConnection()) {
            return connection.isValid(1);
        } catch (SQLException failed) {
            if (List.of(NO_SUCH_DATABASE, WRONG_PASSWORD).contains(String.valueOf(failed.getSQLState()))) {
                return false;
            }
            throw failed;
        }
    }

    /**
     * Makes the application's role, and gives it the database with all that a version which worked as the superuser has left
     * in there. A sequence of a column goes with its table.
     */
    private static void handOver(DatabaseUrl superuser, String applicationPassword) throws SQLException {
        if (!letsIn(superuser)) {
            execute(superuser.withDatabase("postgres"), "CREATE DATABASE " + DATABASE);
        }
        String sql = """
            DO $$
            DECLARE
                item text;
            BEGIN
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%1$s') THEN
                    CREATE ROLE %1$s;
                END IF;
                ALTER ROLE %1$s LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '%2$s';
                ALTER DATABASE %3$s OWNER TO %1$s;
                FOR item IN
                    SELECT oid::regclass::text FROM pg_class
                    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
                        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype IN ('a', 'i')
                            AND classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND relkind = 'S')
                LOOP
                    EXECUTE 'ALTER TABLE ' || item || ' OWNER TO %1$s';
                END LOOP;
            END
            $$
            """.formatted(PostgresCluster.APPLICATION, applicationPassword, DATABASE);
        execute(superuser, sql);
    }

    private static void execute(DatabaseUrl url, String sql) throws SQLException {
        try (Connection connection = url.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
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
