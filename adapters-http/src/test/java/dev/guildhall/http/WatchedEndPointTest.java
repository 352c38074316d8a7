package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that no selector reads from. */
@Timeout(20)
class WatchedEndPointTest {
    private ServerSocketChannel port;
    private SocketChannel client;
    private WatchedEndPoint connection;

    @BeforeEach
    void connect() throws IOException {
        port = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        client = SocketChannel.open(port.getLocalAddress());
        SocketChannel accepted = port.accept();
        accepted.configureBlocking(false);
        connection = new WatchedEndPoint(accepted, null, null, new ScheduledExecutorScheduler(), Runnable::run);
    }

    @AfterEach
    void close() throws IOException {
        connection.getChannel().close();
        client.close();
        port.close();
    }

    @Test
    void a_connection_without_a_request_is_quiet() {
        assertThat(connection.isQuiet(Duration.ZERO)).isTrue();
        assertThat(connection.isQuiet(Duration.ofHours(1))).isFalse();
    }

    @Test
    void a_connection_with_a_request_that_jetty_has_not_read_is_not_quiet() throws IOException {
        client.write(ByteBuffer.wrap(new byte[] {'G'}));

        while (connection.isQuiet(Duration.ZERO)) {
            assertThat(Thread.interrupted()).as("interrupted by the timeout").isFalse();
        }
    }

    @Test
    void a_connection_that_the_client_has_closed_is_quiet() throws IOException {
        client.close();

        assertThat(connection.isQuiet(Duration.ZERO)).isTrue();
    }
}
