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
 * <p>When the process that started it was killed, it lives on; the next start on the folder stops it first. Two living
 * processes on one folder are kept apart by a lock. Start and stop block, both for a bounded time. Thread-safe.
 */
public final class PostgresProcess implements AutoCloseable {
    private static final String DATABASE = "guildhall";
    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration STARTING = Duration.ofSeconds(90);
    private static final int STARTS = 3;
    private static final String NO_SUCH_DATABASE = "3D000";

    private final FolderLock lock;
    private final PostgresCommand command;
    private final PostgresCluster cluster;
    private final DatabaseUrl url;
    private final AtomicBoolean ours = new AtomicBoolean(true);

    private PostgresProcess(FolderLock lock, PostgresCommand command, PostgresCluster cluster, DatabaseUrl url) {
        this.lock = lock;
        this.command = command;
        this.cluster = cluster;
        this.url = url;
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
        Postmaster.of(cluster.folder()).ifPresent(orphan -> orphan.stop(command));
        int port = startServer(home, command, cluster, options);
        DatabaseUrl url = new DatabaseUrl(
                LOOPBACK, port, DATABASE, PostgresCluster.USER, cluster.password(), Map.of("sslmode", "disable"));
        PostgresProcess process = new PostgresProcess(lock, command, cluster, url);
        process.makeDatabaseUnlessThere();
        return process;
    }

    /** Between the choice of a free port and its use another program may take it: hence more than one attempt. */
    private static int startServer(
            Path home, PostgresCommand command, PostgresCluster cluster, PostgresOptions options) {
        ServerLog log = new ServerLog(home.resolve("server.log"));
        for (int attempt = 1; attempt <= STARTS; attempt++) {
            int port = options.choosePort();
            log.begin();
            if (command.run(STARTING, "pg_ctl", arguments(cluster.folder(), log.file(), settings(port, options)))) {
                return port;
            }
            Postmaster.of(cluster.folder()).ifPresent(halfStarted -> halfStarted.stop(command));
            if (!log.portWasTaken()) {
                break;
            }
        }
        throw new DatabaseStartException(
                "the embedded PostgreSQL does not start: " + log.reason().orElseGet(command::reason) + " (see "
                        + log.file() + "); GUILDHALL_DATABASE_URL names a server instead");
    }

    private static String[] arguments(Path folder, Path log, String settings) {
        String patience = Long.toString(STARTING.toSeconds() - 5);
        return new String[] {
            "start", "-D", folder.toString(), "-l", log.toString(), "-w", "-t", patience, "-o", settings
        };
    }

    private static String settings(int port, PostgresOptions options) {
        String durable = options.durable() ? "on" : "off";
        return "-p " + port + " -c listen_addresses=" + LOOPBACK + " -c unix_socket_directories="
                + " -c password_encryption=scram-sha-256 -c fsync=" + durable + " -c synchronous_commit=" + durable
                + " -c full_page_writes=" + durable;
    }

    private void makeDatabaseUnlessThere() {
        try (Connection connection = url.dataSource().getConnection()) {
            connection.isValid(1);
        } catch (SQLException failed) {
            if (!NO_SUCH_DATABASE.equals(failed.getSQLState())) {
                close();
                throw new DatabaseStartException(
                        "the embedded PostgreSQL does not let us in: " + failed.getMessage(), failed);
            }
            makeDatabase();
        }
    }

    private void makeDatabase() {
        try (Connection connection = url.withDatabase("postgres").dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        } catch (SQLException failed) {
            close();
            throw new DatabaseStartException("cannot make the database: " + failed.getMessage(), failed);
        }
    }

    /** Where its database is, with the password. */
    public DatabaseUrl url() {
        return url;
    }

    /** The server's process, while it runs. */
    Optional<ProcessHandle> server() {
        return Postmaster.of(cluster.folder()).map(Postmaster::process);
    }

    /** Lets go of the folder and leaves the server behind, as a killed process would. */
    void abandon() {
        if (ours.getAndSet(false)) {
            lock.close();
        }
    }

    /** Stops PostgreSQL in an orderly way, without waiting for its clients. Doing it again changes nothing. */
    @Override
    public void close() {
        if (ours.getAndSet(false)) {
            try {
                Postmaster.of(cluster.folder()).ifPresent(server -> server.stop(command));
            } finally {
                lock.close();
            }
        }
    }
}
