package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.folder.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
 * An embedded PostgreSQL for an installation without a server of its own. Its files are in {@code <data
 * folder>/postgres}. It listens on 127.0.0.1 only, requires a password, and inherits no environment variable that could
 * contain a secret. Its commits are durable by default. The application's role is not a superuser. The server runs in a
 * separate session, so an interrupt at the terminal does not stop it before its clients.
 *
 * <p>The server survives when the process that started it is killed; the next start on the folder stops it first. When
 * the server itself ends, a watchdog starts it again on the same port. A lock prevents two processes from using one
 * folder. Start and stop block for a bounded time.
 */
public final class PostgresProcess implements AutoCloseable {
    /** The name of the folder in the data folder. */
    public static final String HOME = "postgres";

    private static final String DATABASE = "guildhall";
    private static final Duration STOP_AGAIN = Duration.ofMillis(100);
    private static final String NO_SUCH_DATABASE = "3D000";
    private static final String WRONG_PASSWORD = "28P01";

    private final FolderLock lock;
    private final PostgresServer server;
    private final DatabaseUrl url;
    private final Watchdog watchdog;
    private final AtomicBoolean owned = new AtomicBoolean(true);

    private PostgresProcess(FolderLock lock, PostgresServer server, int port, DatabaseUrl url) {
        this.lock = lock;
        this.server = server;
        this.url = url;
        this.watchdog = Watchdog.ofServer(server, port);
    }

    /**
     * Starts PostgreSQL on a folder; creates the folder, the passwords and the database if they do not exist.
     *
     * @param dataFolder the installation's data folder
     * @throws DatabaseStartException when the folder or the server cannot be used
     */
    public static PostgresProcess start(Path dataFolder) {
        return start(dataFolder, PostgresOptions.DEFAULT);
    }

    public static PostgresProcess start(Path dataFolder, PostgresOptions options) {
        PrivateFile.folder(dataFolder);
        Path home = PrivateFile.folder(dataFolder.resolve(HOME));
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
        cluster.createIfAbsent(options.durable());
        PostgresServer server =
                new PostgresServer(command, cluster.folder(), new ServerLog(home.resolve("server.log")), options);
        int port = server.start();
        DatabaseUrl url = url(port, PostgresCluster.APPLICATION, cluster.applicationPassword());
        try {
            if (!accepts(url)) {
                grantDatabase(url(port, PostgresCluster.SUPERUSER, cluster.superuserPassword()), url.password());
            }
        } catch (SQLException failed) {
            server.stop();
            throw new DatabaseStartException(
                    "the embedded PostgreSQL refuses the connection: " + failed.getMessage(), failed);
        }
        return new PostgresProcess(lock, server, port, url);
    }

    private static DatabaseUrl url(int port, String user, String password) {
        return new DatabaseUrl(
                PostgresServer.LOOPBACK + ":" + port, DATABASE, user, password, Map.of("sslmode", "disable"));
    }

    /** Whether a connection succeeds; false when the role or the database does not exist, or the password is wrong. */
    private static boolean accepts(DatabaseUrl url) throws SQLException {
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
     * Creates the application's role and makes it the owner of the database and of all tables in it, including those
     * that an older version created as the superuser. A sequence that belongs to a column changes its owner with the
     * table. The password is random, so iterations would only delay each connection.
     */
    private static void grantDatabase(DatabaseUrl superuser, String applicationPassword) throws SQLException {
        if (!accepts(superuser)) {
            execute(superuser.withDatabase("postgres"), "CREATE DATABASE " + DATABASE);
        }
        String sql = """
            SET scram_iterations = 1;
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

    /**
     * The address of the database that another process serves from a folder, with the password; empty when no server
     * runs, or is not ready yet.
     */
    public static Optional<DatabaseUrl> running(Path dataFolder) {
        Path home = dataFolder.toAbsolutePath().resolve(HOME);
        try {
            Path cluster = home.toRealPath().resolve(PostgresCluster.FOLDER);
            Optional<Integer> port = Postmaster.of(cluster).flatMap(Postmaster::port);
            String password = PrivateFile.read(home.resolve(PostgresCluster.PASSWORD));
            return port.map(at -> url(at, PostgresCluster.APPLICATION, password));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new DatabaseStartException("cannot read below " + home + ": " + unreadable.getMessage(), unreadable);
        }
    }

    /** Kills the server that another process has left running on a folder; its data may be lost. */
    public static void killAbandoned(Path dataFolder) {
        if (exists(dataFolder)) {
            try {
                Path cluster = dataFolder.toRealPath().resolve(HOME).resolve(PostgresCluster.FOLDER);
                Postmaster.of(cluster).ifPresent(Postmaster::kill);
            } catch (IOException unreadable) {
                throw new DatabaseStartException(
                        "cannot read " + dataFolder + ": " + unreadable.getMessage(), unreadable);
            }
        }
    }

    /** Whether a folder has an embedded database. */
    public static boolean exists(Path dataFolder) {
        return Files.isDirectory(dataFolder.resolve(HOME).resolve(PostgresCluster.FOLDER));
    }

    /** The address of the database, with the password. */
    public DatabaseUrl url() {
        return url;
    }

    /** The server's process; absent when it does not run. */
    Optional<ProcessHandle> server() {
        return server.process();
    }

    /** Releases the folder's lock and leaves the server running, as a killed process would. */
    void abandon() {
        if (owned.getAndSet(false)) {
            watchdog.stop();
            lock.close();
        }
    }

    /** Stops PostgreSQL in an orderly way; the server disconnects its clients. A repeated call does nothing. */
    @Override
    public void close() {
        if (owned.getAndSet(false)) {
            try {
                watchdog.stop();
                stopUntilNoneStarts();
            } finally {
                lock.close();
            }
        }
    }

    /**
     * A restart by the watchdog may be in progress and start another server after the first stop. Stops servers until
     * the watchdog's thread has ended.
     */
    private void stopUntilNoneStarts() {
        do {
            server.stop();
        } while (!watchdog.hasEndedWithin(STOP_AGAIN));
        server.stop();
    }
}
