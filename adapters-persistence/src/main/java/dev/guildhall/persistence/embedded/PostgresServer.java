package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.config.DatabaseStartException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Starts and stops the server of one data folder, any number of times. Starts do not overlap; a stop may interrupt a
 * start.
 */
final class PostgresServer {
    static final String LOOPBACK = "127.0.0.1";

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
    /**
     * The queue's table is small and changes continually: dead rows slow down each statement until a vacuum removes
     * them.
     */
    private static final Duration AUTOVACUUM_INTERVAL = Duration.ofSeconds(5);

    private static final int START_ATTEMPTS = 3;
    private static final int CONNECT_TIMEOUT_MS = 1_000;

    private final PostgresCommand command;
    private final Path cluster;
    private final ServerLog log;
    private final PostgresOptions options;
    private volatile @Nullable Postmaster last;

    PostgresServer(PostgresCommand command, Path cluster, ServerLog log, PostgresOptions options) {
        this.command = command;
        this.cluster = cluster;
        this.log = log;
        this.options = options;
    }

    /**
     * Starts the server on a port that the options choose. Another program may take a free port before the server does;
     * hence more than one attempt.
     *
     * @return the port
     */
    int start() {
        for (int attempt = 1; attempt < START_ATTEMPTS; attempt++) {
            int port = options.choosePort();
            if (launch(port)) {
                return port;
            }
            if (!log.portWasTaken()) {
                throw failure();
            }
        }
        int port = options.choosePort();
        startOn(port);
        return port;
    }

    void startOn(int port) {
        if (!launch(port)) {
            throw failure();
        }
    }

    private boolean launch(int port) {
        stopPrevious();
        log.begin();
        String timeout = Long.toString(START_TIMEOUT.toSeconds() - 5);
        boolean started = command.run(
                START_TIMEOUT,
                "pg_ctl",
                "start",
                "-D",
                cluster.toString(),
                "-l",
                log.file().toString(),
                "-w",
                "-t",
                timeout,
                "-o",
                settings(port));
        if (!started) {
            stop();
            return false;
        }
        last = Postmaster.of(cluster).orElse(null);
        return last != null;
    }

    private synchronized void stopPrevious() {
        Postmaster.stopPrevious(cluster, command);
    }

    private String settings(int port) {
        String durable = options.durable() ? "on" : "off";
        return "-p " + port + " -c listen_addresses=" + LOOPBACK + " -c unix_socket_directories="
                + " -c password_encryption=scram-sha-256 -c fsync=" + durable + " -c synchronous_commit=" + durable
                + " -c full_page_writes=" + durable + " -c autovacuum_naptime=" + AUTOVACUUM_INTERVAL.toSeconds();
    }

    private DatabaseStartException failure() {
        return new DatabaseStartException(
                "the embedded PostgreSQL does not start: " + log.reason().orElseGet(command::reason) + " (see "
                        + log.file() + "); set GUILDHALL_DATABASE_URL to use another server");
    }

    /**
     * Whether the server of the last start still runs. A process without free file descriptors cannot see other
     * processes, so the server counts as ended only when its port refuses a connection too.
     */
    boolean isRunning(int port) {
        Postmaster server = last;
        return (server != null && server.isRunning()) || !isRefused(port);
    }

    /**
     * Whether the port refuses a connection. Every other failure, such as a lack of file descriptors, is no evidence
     * that no server listens.
     */
    private static boolean isRefused(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(LOOPBACK), port), CONNECT_TIMEOUT_MS);
            return false;
        } catch (ConnectException refused) {
            return true;
        } catch (IOException unknown) {
            return false;
        }
    }

    /** The server's process; absent when it does not run. */
    Optional<ProcessHandle> process() {
        return Postmaster.of(cluster).map(Postmaster::process);
    }

    /**
     * Stops the server in an orderly way and disconnects its clients; does nothing if no server runs. Calls run one at
     * a time, because two concurrent stops would interfere.
     */
    synchronized void stop() {
        Postmaster.of(cluster).ifPresent(server -> server.stop(command));
    }
}
