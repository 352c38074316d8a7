package dev.guildhall.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchedSocketTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void a_request_is_sent_without_waiting_for_acknowledgements() throws IOException {
        CallTimeouts timeouts = new CallTimeouts(SECOND, "answer", SECOND, SECOND, SECOND);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new CallProgress(timeouts).open(Egress.ALL)) {
            socket.connect(server.getLocalSocketAddress(), 0);

            assertThat(socket.getTcpNoDelay()).isTrue();
        }
    }
}
