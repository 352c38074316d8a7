package dev.guildhall.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.RawHttp;
import java.time.Duration;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class IdleConnectionIT {
    @Test
    void an_idle_connection_is_closed() throws Exception {
        Server jetty = new Server();
        WatchedConnector connector = new WatchedConnector(jetty, new HttpConfiguration(), Duration.ofSeconds(10));
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(100);
        jetty.addConnector(connector);
        jetty.start();
        try (RawHttp http = new RawHttp(connector.getLocalPort())) {
            String seen = http.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").readAll();

            assertThat(seen).startsWith("HTTP/1.1 404");
        } finally {
            jetty.stop();
        }
    }
}
