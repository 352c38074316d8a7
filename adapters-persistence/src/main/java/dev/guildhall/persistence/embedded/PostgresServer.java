package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.db.DatabaseStartException;
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
 * The server of one data folder, as often as it is started. Thread-safe; starts do not overlap, a stop may cut one
 * short.
 */
final class PostgresServer {
    static final String LOOPBACK = "127.0.0.1";

    private static final Duration STARTING = Duration.ofSeconds(90);
    /**
     * The queue's table is small and changes all the time: dead rows slow down each statement until a vacuum removes
     * them.
     */
    private static final Duration CLEANING = Duration.ofSeconds(5);

    private static final int STARTS = 3;
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
     * Starts it on a port of the options' choice. Between the choice of a free one and its use another program may take
     * it: hence more than one attempt.
     *
     * @return the port
     */
    int start() {
        for (int attempt = 1; attempt < STARTS; attempt++) {
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

    /** Starts it on one port. */
    void startOn(int port) {
        if (!launch(port)) {
            throw failure();
        }
    }

    private boolean launch(int port) {
        makeWay();
        log.begin();
        String patience = Long.toString(STARTING.toSeconds() - 5);
        boolean started = command.run(
                STARTING,
                "pg_ctl",
                "start",
                "-D",
                cluster.toString(),
                "-l",
                log.file().toString(),
                "-w",
                "-t",
                patience,
                "-o",
                settings(port));
        if (!started) {
            stop();
            return false;
        }
        last = Postmaster.of(cluster).orElse(null);
        return last != null;
    }

    private synchronized void makeWay() {
        Postmaster.clear(cluster, command);
    }

    private String settings(int port) {
        String durable = options.durable() ? "on" : "off";
        return "-p " + port + " -c listen_addresses=" + LOOPBACK + " -c unix_socket_directories="
                + " -c password_encryption=scram-sha-256 -c fsync=" + durable + " -c synchronous_commit=" + durable
                + " -c full_page_writes=" + durable + " -c autovacuum_naptime=" + CLEANING.toSeconds();
    }

    private DatabaseStartException failure() {
        return new DatabaseStartException(
                "the embedded PostgreSQL does not start: " + log.reason().orElseGet(command::reason) + " (see "
                        + log.file() + "); GUILDHALL_DATABASE_URL names a server instead");
    }

    /**
     * Whether the server that was started last still runs. A process that has used up its file descriptors can see no
     * other process, so a server counts as dead only when its port refuses a connection too.
     */
    boolean lives(int port) {
        Postmaster server = last;
        return (server != null && server.lives()) || !isRefused(port);
    }

    /** Only a refusal says that no server listens: no descriptor for a socket, for one, says nothing of the server. */
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

    /** The server's process, while it runs. */
    Optional<ProcessHandle> process() {
        return Postmaster.of(cluster).map(Postmaster::process);
    }

    /**
     * Stops it in an orderly way, without waiting for its clients; none is fine. One at a time: two would take each
     * other's.
     */
    synchronized void stop() {
        Postmaster.of(cluster).ifPresent(server -> server.stop(command));
    }
}
