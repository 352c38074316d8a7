package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class BodyDrainTest {
    private static final BodyDrain.Bounds SHORT =
            new BodyDrain.Bounds(Long.MAX_VALUE, Duration.ofSeconds(10), Duration.ofMillis(100));

    /** More chunks than can be sent within the time limit. */
    private static final int ENDLESS = 100_000_000;

    @Test
    void a_client_that_sends_little_by_little_for_ever_is_cut_off() throws Exception {
        Server jetty = new Server();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        BodyDrain lingering = new BodyDrain(SHORT);
        lingering.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.setStatus(401);
                Content.Sink.write(response, true, "no", callback);
                return true;
            }
        });
        jetty.setHandler(lingering);
        jetty.start();

        try (RawHttp http = new RawHttp(connector.getLocalPort())) {
            http.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");

            assertThat(http.readUntil("no")).startsWith("HTTP/1.1 401");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < ENDLESS; i++) {
                            http.send("1\r\na\r\n");
                        }
                    })
                    .isInstanceOf(UncheckedIOException.class);
        } finally {
            jetty.stop();
        }
    }
}
