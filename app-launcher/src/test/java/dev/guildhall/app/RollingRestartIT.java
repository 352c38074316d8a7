package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that are restarted one after the other behind a keep-alive client, without a delay at the stop. */
@Timeout(240)
class RollingRestartIT {
    private static final int CLIENTS = 8;
    /** With larger numbers of both, as system properties, this is a measurement. */
    private static final int RESTARTS = Integer.getInteger("guildhall.test.restarts", 2);

    private static final int LEAST_REQUESTS = Integer.getInteger("guildhall.test.requests", 800);
    private static final String HEAD = " HTTP/1.1\r\nHost: localhost\r\n";
    private static final String BODY = "{\"email\":\"unknown@example.org\"}";
    private static final List<String> REQUESTS = List.of(
            "GET /.well-known/jwks.json" + HEAD + "\r\n",
            "POST /api/v1/auth/login" + HEAD + "Content-Length: " + BODY.length() + "\r\n\r\n" + BODY);

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();

    @TempDir
    Path folder;

    private ServerProcess start(int port) throws IOException {
        return ServerProcess.start(
                Files.createDirectories(folder.resolve("node" + port)),
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                Map.of(
                        "GUILDHALL_DATA_DIR", folder.resolve("data" + port).toString(),
                        "GUILDHALL_DATABASE_URL", "memory",
                        "GUILDHALL_SERVICES", "account",
                        "GUILDHALL_PORT", Integer.toString(port),
                        "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                        "GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0",
                        "GUILDHALL_EMBEDDINGS", "off"));
    }

    private static int freePort() throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket.getLocalPort();
        }
    }

    private void send(Balancer balancer) {
        for (int i = 0; !over.get() || answers.get() < LEAST_REQUESTS; i++) {
            try {
                int status = balancer.send(REQUESTS.get(i % REQUESTS.size()));
                if (status >= 500) {
                    failures.add("status " + status);
                }
                answers.incrementAndGet();
            } catch (IOException failed) {
                failures.add(failed.toString());
            }
        }
    }

    @Test
    void restarting_one_node_after_the_other_fails_no_request() throws Exception {
        List<Integer> ports = List.of(freePort(), freePort());
        List<ServerProcess> nodes = new ArrayList<>(List.of(start(ports.get(0)), start(ports.get(1))));
        Balancer balancer = new Balancer(ports);
        List<Thread> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(Thread.ofPlatform().start(() -> send(balancer)));
            }
            for (int i = 0; i < RESTARTS; i++) {
                nodes.get(i % 2).close();
                nodes.set(i % 2, start(ports.get(i % 2)));
            }
            over.set(true);
            for (Thread client : clients) {
                client.join();
            }
        } finally {
            over.set(true);
            nodes.forEach(ServerProcess::close);
        }

        assertThat(failures).isEmpty();
        assertThat(answers.get()).isGreaterThanOrEqualTo(LEAST_REQUESTS);
    }
}
