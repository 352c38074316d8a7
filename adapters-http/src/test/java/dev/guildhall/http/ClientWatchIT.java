package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting requests whose clients stay connected, disconnect, or send the next request meanwhile. */
class ClientWatchIT {
    private static final String SLOW = "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String FLAG = "GET /flag HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    private final BlockingRoute blocking = new BlockingRoute();
    private final DisconnectionProbe probe = new DisconnectionProbe();

    @AutoClose
    private final TestServer server = TestServer.start(
            parts -> parts,
            List.of(
                    blocking.at("/slow"),
                    probe.route(),
                    Route.post("/length", Access.PUBLIC, ClientWatchIT::length),
                    Route.post("/early", Access.PUBLIC, ClientWatchIT::early),
                    Route.get("/flag", Access.PUBLIC, ClientWatchIT::flag)));

    private static void length(Exchange exchange) {
        exchange.text(200, "text/plain", "length " + exchange.tree().asText().length() + "\n");
    }

    /** Begins the watch before the body was read, against the rule. */
    private static void early(Exchange exchange) {
        exchange.watch().cancelWhenClientLeaves();
        length(exchange);
    }

    /** The thread's interrupt flag at the beginning of a request. */
    private static void flag(Exchange exchange) {
        exchange.text(200, "text/plain", Thread.currentThread().isInterrupted() ? "interrupted\n" : "calm\n");
    }

    private static String post(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + (length + 2) + "\r\n\r\n\""
                + "a".repeat(length) + "\"";
    }

    private RawHttp waiting() throws InterruptedException {
        RawHttp http = new RawHttp(server.port()).send(SLOW);
        assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        return http;
    }

    @Test
    void slow_requests_of_one_connection_are_answered_one_after_the_other() throws Exception {
        try (RawHttp http = waiting()) {
            probe.await(server.port());
            blocking.release(1);
            http.readUntil("blocking\n");
            for (int again = 0; again < 3; again++) {
                http.send(SLOW);
                assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
                probe.await(server.port());
                blocking.release(1);

                assertThat(http.readUntil("blocking\n")).startsWith("HTTP/1.1 200");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 12_000, 40_000, 400_000})
    void a_request_that_is_sent_ahead_is_answered_in_its_turn(int length) throws Exception {
        try (RawHttp http = waiting()) {
            http.send(post("/length", length));
            probe.await(server.port());
            blocking.release(1);

            assertThat(http.readUntil("blocking\n")).startsWith("HTTP/1.1 200");
            assertThat(http.readUntil("length " + length + "\n")).startsWith("HTTP/1.1 200");
            assertThat(http.send(post("/length", 7)).readUntil("length 7\n")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void many_requests_that_are_sent_ahead_are_answered_in_their_order() throws Exception {
        try (RawHttp http = waiting()) {
            for (int length = 1; length <= 20; length++) {
                http.send(post("/length", length));
                if (length % 5 == 0) {
                    probe.await(server.port());
                }
            }
            blocking.release(1);

            http.readUntil("blocking\n");
            for (int length = 1; length <= 20; length++) {
                assertThat(http.readUntil("\nlength " + length + "\n")).containsOnlyOnce("HTTP/1.1 200");
            }
        }
    }

    @Test
    void a_request_that_is_sent_ahead_in_part_is_answered_when_the_rest_came() throws Exception {
        String request = post("/length", 9_000);
        try (RawHttp http = waiting()) {
            http.send(request.substring(0, 5_000));
            probe.await(server.port());
            blocking.release(1);
            http.readUntil("blocking\n");

            assertThat(http.send(request.substring(5_000)).readUntil("length 9000\n"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_body_that_comes_while_its_client_is_watched_is_read_to_its_end() throws Exception {
        String request = post("/early", 300_000);
        try (RawHttp http = new RawHttp(server.port())) {
            for (int from = 0; from < request.length(); from += 60_000) {
                http.send(request.substring(from, Math.min(request.length(), from + 60_000)));
                probe.await(server.port());
            }

            assertThat(http.readUntil("length 300000\n")).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_leaves_behind_requests_sent_ahead_is_seen_to(Disconnection way) throws Exception {
        try (RawHttp http = waiting()) {
            http.send(post("/length", 8_000));
            probe.await(server.port());
            http.send(post("/length", 10));

            way.leave(http);

            assertThat(blocking.cancelled.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_client_that_closes_only_its_sending_side_counts_as_disconnected() throws Exception {
        try (RawHttp http = waiting()) {
            String answer = http.endOfRequest().readAll();

            assertThat(answer).startsWith("HTTP/1.1 499").contains("Connection: close", "Content-Length: 0");
        }
    }

    /** The server notices the probe's disconnection in the middle of a round, while the other requests end. */
    @Test
    void no_interrupt_reaches_the_next_request_of_a_connection() throws Exception {
        int connections = 100;
        for (int round = 0; round < 10; round++) {
            List<RawHttp> clients = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                clients.add(new RawHttp(server.port()).send(SLOW + FLAG));
            }
            assertThat(blocking.entered.tryAcquire(connections, 20, TimeUnit.SECONDS))
                    .isTrue();
            clients.forEach(RawHttp::endOfRequest);
            probe.await(server.port(), () -> blocking.release(connections));

            for (RawHttp client : clients) {
                assertThat(client.readAll()).startsWith("HTTP/1.1 ").doesNotContain("interrupted");
                client.close();
            }
            blocking.forget();
        }
    }
}
