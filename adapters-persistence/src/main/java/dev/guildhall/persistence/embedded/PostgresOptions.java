package dev.guildhall.persistence.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What tests do differently.
 *
 * @param durable whether commits reach the disk before they are answered
 * @param port absent means a free one
 * @param binaries where the programs are unpacked; absent means in the data folder
 */
public record PostgresOptions(boolean durable, Optional<Integer> port, Optional<Path> binaries) {
    static final PostgresOptions DEFAULT = new PostgresOptions(true, Optional.empty(), Optional.empty());

    /** The port to listen on, another one at every call when none is set. */
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
