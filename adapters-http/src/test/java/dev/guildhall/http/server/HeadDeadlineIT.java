package dev.guildhall.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.RawHttp;
import java.time.Duration;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connector's own idle timeout is longer than these tests wait. */
class HeadDeadlineIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

    private final Server jetty = new Server();
    private final WatchedConnector connector =
            new WatchedConnector(jetty, new HttpConfiguration(), Duration.ofMillis(100));

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        jetty.setHandler(new ConnectionLifecycle(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String body = Content.Source.asString(request);
                Content.Sink.write(response, true, "body: " + body + ".", callback);
                return true;
            }
        }));
        jetty.start();
    }

    @AfterEach
    void stop() throws Exception {
        jetty.stop();
    }

    private RawHttp connect() {
        return new RawHttp(connector.getLocalPort());
    }

    /** Waits for the time of one deadline. */
    private void awaitDeadline() {
        try (RawHttp other = connect()) {
            assertThat(other.send("GET").readAll()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "G", "GET / HTTP/1.1\r\nHost: x\r\n"})
    void a_connection_whose_first_head_does_not_become_whole_is_closed(String beginning) {
        try (RawHttp http = connect()) {
            assertThat(http.send(beginning).readAll()).isEmpty();
        }
    }

    @Test
    void a_connection_whose_second_head_does_not_become_whole_is_closed() {
        try (RawHttp http = connect()) {
            http.send(GET).readUntil("body: .");

            assertThat(http.send("GET / HTTP/1.1\r\n").readAll()).isEmpty();
        }
    }

    @Test
    void a_connection_without_a_request_stays_open() {
        try (RawHttp http = connect()) {
            awaitDeadline();
            assertThat(http.send(GET).readUntil("body: .")).startsWith("HTTP/1.1 200");

            awaitDeadline();
            assertThat(http.send(GET).readUntil("body: .")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_body_may_take_longer_than_a_head() {
        try (RawHttp http = connect()) {
            http.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na");
            awaitDeadline();

            assertThat(http.send("b").readUntil("body: ab.")).startsWith("HTTP/1.1 200");
        }
    }
}
