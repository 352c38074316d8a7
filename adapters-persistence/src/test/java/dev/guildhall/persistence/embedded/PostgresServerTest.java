package dev.guildhall.persistence.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that this process has not started looks like one whose process cannot be seen. */
class PostgresServerTest {
    private static final int MOST_DESCRIPTORS = 100_000;

    @TempDir
    Path folder;

    private PostgresServer unseen() {
        PostgresCommand command = new PostgresCommand(folder, folder.resolve("command.log"));
        return new PostgresServer(
                command, folder, new ServerLog(folder.resolve("server.log")), PostgresOptions.DEFAULT);
    }

    private static ServerSocket listener() throws IOException {
        return new ServerSocket(0, 1, InetAddress.ofLiteral(PostgresServer.LOOPBACK));
    }

    @Test
    void a_server_whose_port_takes_connections_lives_though_its_process_is_not_seen() throws IOException {
        try (ServerSocket socket = listener()) {
            assertThat(unseen().isRunning(socket.getLocalPort())).isTrue();
        }
    }

    @Test
    void a_server_whose_process_is_not_seen_and_whose_port_refuses_connections_is_dead() throws IOException {
        int port;
        try (ServerSocket socket = listener()) {
            port = socket.getLocalPort();
        }

        assertThat(unseen().isRunning(port)).isFalse();
    }

    @Test
    void a_lack_of_file_descriptors_was_taken_for_the_death_of_the_server() throws IOException {
        assumeTrue(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                && unix.getMaxFileDescriptorCount() <= MOST_DESCRIPTORS);
        PostgresServer server = unseen();
        List<InputStream> all = new ArrayList<>();
        try (ServerSocket socket = listener()) {
            assertThat(server.isRunning(socket.getLocalPort())).isTrue();
            boolean exhausted = exhaust(all);
            boolean lives = server.isRunning(socket.getLocalPort());
            for (InputStream one : all) {
                one.close();
            }

            assertThat(exhausted).isTrue();
            assertThat(lives).isTrue();
        }
    }

    private static boolean exhaust(List<InputStream> all) {
        try {
            while (all.size() < MOST_DESCRIPTORS) {
                all.add(Files.newInputStream(Path.of("/dev/null")));
            }
            return false;
        } catch (IOException none) {
            return true;
        }
    }
}
