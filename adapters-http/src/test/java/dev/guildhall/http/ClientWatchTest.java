package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that wait, as clients see them who stay, go, or send the next one meanwhile. */
class ClientWatchTest {
    private static final String SLOW = "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String FLAG = "GET /flag HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    private final Held held = new Held();
    private final Canary canary = new Canary();
    private final TestServer server = TestServer.start(
            parts -> parts,
            List.of(),
            List.of(
                    held.at("/slow"),
                    canary.route(),
                    Route.post("/length", Access.PUBLIC, ClientWatchTest::length),
                    Route.post("/early", Access.PUBLIC, ClientWatchTest::early),
                    Route.get("/flag", Access.PUBLIC, ClientWatchTest::flag)));

    @AfterEach
    void stop() {
        server.close();
    }

    private static void length(Exchange exchange) {
        exchange.text(200, "text/plain", "length " + exchange.tree().asText().length() + "\n");
    }

    /** Is watched before its body was read, against the rule. */
    private static void early(Exchange exchange) {
        exchange.cancelWhenClientLeaves();
        length(exchange);
    }

    /** What a request finds when it begins. */
    private static void flag(Exchange exchange) {
        exchange.text(200, "text/plain", Thread.currentThread().isInterrupted() ? "interrupted\n" : "calm\n");
    }

    private static String post(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + (length + 2) + "\r\n\r\n\""
                + "a".repeat(length) + "\"";
    }

    private RawHttp waiting() throws InterruptedException {
        RawHttp http = new RawHttp(server.port()).send(SLOW);
        assertThat(held.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        return http;
    }

    @Test
    void slow_requests_of_one_connection_are_answered_one_after_the_other() throws Exception {
        try (RawHttp http = waiting()) {
            canary.fly(server.port());
            held.letGo(1);
            http.readUntil("held\n");
            for (int again = 0; again < 3; again++) {
                http.send(SLOW);
                assertThat(held.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
                canary.fly(server.port());
                held.letGo(1);

                assertThat(http.readUntil("held\n")).startsWith("HTTP/1.1 200");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 12_000, 40_000, 400_000})
    void a_request_that_is_sent_ahead_is_answered_in_its_turn(int length) throws Exception {
        try (RawHttp http = waiting()) {
            http.send(post("/length", length));
            canary.fly(server.port());
            held.letGo(1);

            assertThat(http.readUntil("held\n")).startsWith("HTTP/1.1 200");
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
                    canary.fly(server.port());
                }
            }
            held.letGo(1);

            http.readUntil("held\n");
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
            canary.fly(server.port());
            held.letGo(1);
            http.readUntil("held\n");

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
                canary.fly(server.port());
            }

            assertThat(http.readUntil("length 300000\n")).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_leaves_behind_requests_sent_ahead_is_seen_to(Leaving way) throws Exception {
        try (RawHttp http = waiting()) {
            http.send(post("/length", 8_000));
            canary.fly(server.port());
            http.send(post("/length", 10));

            way.leave(http);

            assertThat(held.cancelled.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void whoever_closes_its_own_side_alone_has_left() throws Exception {
        try (RawHttp http = waiting()) {
            String answer = http.endOfRequest().readAll();

            assertThat(answer).startsWith("HTTP/1.1 499").contains("Connection: close", "Content-Length: 0");
        }
    }

    /** The canary is seen in the middle of a round, which goes on to the others while they end. */
    @Test
    void no_interrupt_reaches_the_next_request_of_a_connection() throws Exception {
        int connections = 100;
        for (int round = 0; round < 10; round++) {
            List<RawHttp> clients = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                clients.add(new RawHttp(server.port()).send(SLOW + FLAG));
            }
            assertThat(held.entered.tryAcquire(connections, 20, TimeUnit.SECONDS))
                    .isTrue();
            clients.forEach(RawHttp::endOfRequest);
            canary.fly(server.port(), () -> held.letGo(connections));

            for (RawHttp client : clients) {
                assertThat(client.readAll()).startsWith("HTTP/1.1 ").doesNotContain("interrupted");
                client.close();
            }
            held.forget();
        }
    }
}
