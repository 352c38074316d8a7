package dev.guildhall.persistence.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Options of the embedded PostgreSQL; only tests change the defaults.
 *
 * @param durable whether the server writes each commit to the disk before it confirms the commit
 * @param port absent means a free port
 * @param binaries the folder for the unpacked programs; absent means the data folder
 */
public record PostgresOptions(boolean durable, Optional<Integer> port, Optional<Path> binaries) {
    static final PostgresOptions DEFAULT = new PostgresOptions(true, Optional.empty(), Optional.empty());

    /** The port to listen on; without a configured port, each call returns another free one. */
    public int choosePort() {
        return port.orElseGet(PostgresOptions::freePort);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }
}
