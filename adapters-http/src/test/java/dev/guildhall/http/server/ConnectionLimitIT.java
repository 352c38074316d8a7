package dev.guildhall.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.limit.ClientAddress;
import dev.guildhall.ports.AddressRange;
import dev.guildhall.testkit.Sample;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionLimitIT {
    private static final String REQUEST = "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final int MANY = 1_000;

    private final List<RawHttp> open = new ArrayList<>();
    private final Server jetty = new Server();

    @AfterEach
    void stop() throws Exception {
        open.forEach(RawHttp::close);
        jetty.stop();
    }

    private int listen(int perAddress, int inAll, String... proxies) throws Exception {
        List<AddressRange> trusted = List.of(proxies).stream()
                .flatMap(one -> AddressRange.parse(one).stream())
                .toList();
        WatchedConnector connector =
                new WatchedConnector(jetty, new HttpConfiguration(), WatchedConnector.HEAD_TIMEOUT);
        connector.setHost("127.0.0.1");
        connector.addBean(new ConnectionLimit(perAddress, inAll, new ClientAddress(trusted)));
        jetty.addConnector(connector);
        jetty.start();
        return connector.getLocalPort();
    }

    /** Whether a further connection of an address gets a response; it stays open. */
    private boolean isAnswered(int port, int address) {
        try {
            RawHttp http = new RawHttp(port, InetAddress.ofLiteral("127.0.0." + address));
            open.add(http);
            return http.send(REQUEST).readUntil("\r\n\r\n").startsWith("HTTP/1.1 404");
        } catch (UncheckedIOException | IllegalStateException closed) {
            return false;
        }
    }

    @Test
    void one_address_may_have_so_many_connections_and_another_one_as_many() throws Exception {
        int port = listen(2, MANY);

        assertThat(isAnswered(port, 1)).isTrue();
        assertThat(isAnswered(port, 1)).isTrue();
        assertThat(isAnswered(port, 1)).isFalse();
        assertThat(isAnswered(port, 2)).isTrue();
        assertThat(isAnswered(port, 2)).isTrue();
        assertThat(isAnswered(port, 2)).isFalse();
    }

    @Test
    void a_connection_that_is_closed_makes_room_for_another_one() throws Exception {
        int port = listen(1, MANY);

        for (int i = 0; i < 3; i++) {
            awaitAnswer(port);
            open.removeLast().close();
        }
        awaitAnswer(port);

        assertThat(isAnswered(port, 1)).isFalse();
    }

    /** The server notices the end of a connection a little later than the client. */
    private void awaitAnswer(int port) {
        for (int tries = 0; tries < 10_000; tries++) {
            if (isAnswered(port, 1)) {
                return;
            }
            open.removeLast().close();
        }
        throw new AssertionError("no connection was taken any more");
    }

    /** A refused connection counts until the server has closed it. */
    private void awaitOpen(int connections) throws InterruptedException {
        for (int tries = 0; limit().open() != connections && tries < 10_000; tries++) {
            Thread.sleep(1);
        }
        assertThat(limit().open()).isEqualTo(connections);
    }

    private ConnectionLimit limit() {
        return jetty.getConnectors()[0].getBean(ConnectionLimit.class);
    }

    @Test
    void a_few_addresses_cannot_take_all_connections_of_the_process() throws Exception {
        int port = listen(MANY, 8);

        List<Integer> taken = new ArrayList<>();
        int all = 0;
        for (int address = 1; address <= 5; address++) {
            int connections = 0;
            while (isAnswered(port, address)) {
                connections++;
            }
            taken.add(connections);
            all += connections;
            awaitOpen(all);
        }

        assertThat(taken).containsExactly(4, 2, 1, 1, 0);
    }

    @Test
    void a_trusted_proxy_may_have_as_many_connections_as_the_process() throws Exception {
        int port = listen(1, 3, "127.0.0.0/24");

        assertThat(List.of(isAnswered(port, 1), isAnswered(port, 1), isAnswered(port, 1), isAnswered(port, 1)))
                .containsExactly(true, true, true, false);
    }

    @Test
    void zero_switches_the_limit_of_an_address_off() throws Exception {
        int port = listen(0, 3);

        assertThat(List.of(isAnswered(port, 1), isAnswered(port, 1), isAnswered(port, 1), isAnswered(port, 1)))
                .containsExactly(true, true, true, false);
    }

    @Test
    void a_process_takes_no_more_connections_than_half_of_its_file_descriptors() {
        assertThat(ConnectionLimit.ofProcess()).isPositive();
    }

    @Test
    void the_server_holds_the_limit_on_all_of_its_listeners_together() {
        try (TestServer server = TestServer.start(
                parts -> parts, List.of(), List.of(), Sample.with(TestServer.LIMITS, "connectionsPerAddress", 1))) {
            try (RawHttp first = new RawHttp(server.port());
                    RawHttp second = new RawHttp(server.port())) {
                first.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n").readUntil("up");

                assertThat(second.readAll()).isEmpty();
            }
        }
    }
}
