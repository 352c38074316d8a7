package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.time.Duration;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private final Outside.Waits waits = new Outside.Waits();
    private final OutboundHttp http = Outside.http("127.0.0.1", waits);

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void overloaded_server_is_asked_again(int status) throws IOException {
        try (RawServer server = failing(2, status + " Later\r\n")) {
            OutboundReply reply = http.send(idempotent(server));

            assertThat(reply.status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(3);
            assertThat(waits.asked).containsExactly(Duration.ofMillis(200), Duration.ofMillis(600));
        }
    }

    @Test
    void third_failure_is_the_answer() throws IOException {
        try (RawServer server = failing(9, "503 Later\r\n")) {
            assertThat(http.send(idempotent(server)).status()).isEqualTo(503);
            assertThat(server.requests()).hasSize(3);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | 2000",
                "0 | 200",
                "Wed, 01 Jul 2026 10:00:03 GMT | 3000",
                "Wed, 01 Jul 2020 10:00:00 GMT | 200"
            })
    void server_names_the_wait(String header, long waitMs) throws IOException {
        try (RawServer server = failing(1, "429 Slow Down\r\nRetry-After: " + header + "\r\n")) {
            OutboundReply reply = http.send(idempotent(server));

            assertThat(reply.status()).isEqualTo(200);
            assertThat(waits.asked).containsExactly(Duration.ofMillis(waitMs));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"60 | 60", "999999999 | 86400", "Wed, 01 Jul 2026 10:30:00 GMT | 1800"})
    void wait_that_does_not_fit_is_told(String header, long seconds) throws IOException {
        try (RawServer server = failing(1, "429 Slow Down\r\nRetry-After: " + header + "\r\n")) {
            OutboundReply reply = http.send(idempotent(server));

            assertThat(reply.status()).isEqualTo(429);
            assertThat(reply.retryAfter()).contains(Duration.ofSeconds(seconds));
            assertThat(reply.header("Retry-After")).contains(header);
            assertThat(waits.asked).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Retry-After: soon\r\n", "Retry-After: -1\r\n", "Retry-After: 99999999999999\r\n", ""})
    void limit_without_a_wait_that_makes_sense_is_the_answer(String header) throws IOException {
        try (RawServer server = failing(1, "429 Slow Down\r\n" + header)) {
            OutboundReply reply = http.send(idempotent(server));

            assertThat(reply.status()).isEqualTo(429);
            assertThat(reply.retryAfter()).isEmpty();
        }
    }

    @Test
    void waits_count_towards_the_time() throws IOException {
        try (RawServer server = failing(9, "429 Slow Down\r\nRetry-After: 6\r\n")) {
            OutboundReply reply = http.send(idempotent(server));

            assertThat(reply.status()).isEqualTo(429);
            assertThat(waits.asked).containsExactly(Duration.ofSeconds(6));
        }
    }

    @Test
    void a_lost_connection_is_made_again() throws IOException {
        try (RawServer server = new RawServer((socket, _, count) -> {
            if (count == 1) {
                socket.close();
            } else {
                RawServer.write(socket, OK);
            }
        })) {
            assertThat(http.send(idempotent(server)).status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void what_does_harm_twice_is_sent_once() throws IOException {
        try (RawServer server = failing(9, "503 Later\r\nRetry-After: 0\r\n")) {
            OutboundRequest post = OutboundRequest.of("POST", HttpUrl.get(server.address()));
            OutboundRequest delete = OutboundRequest.of("DELETE", HttpUrl.get(server.address()));

            assertThat(http.send(post).status()).isEqualTo(503);
            assertThat(http.send(delete).status()).isEqualTo(503);
            assertThat(http.send(Outside.get(server.address())).header("Retry-After"))
                    .contains("0");
            assertThat(server.requests()).hasSize(3);
        }
        try (RawServer server = new RawServer((socket, _, _) -> socket.close())) {
            OutboundRequest post = OutboundRequest.of("POST", HttpUrl.get(server.address()));

            assertThatThrownBy(() -> http.send(post)).extracting("kind").isEqualTo(FailureKind.UNREACHABLE);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 408, 421, 500, 501})
    void other_failures_are_answers(int status) throws IOException {
        try (RawServer server = failing(9, status + " No\r\n")) {
            assertThat(http.send(idempotent(server)).status()).isEqualTo(status);
            assertThat(server.requests()).hasSize(1);
        }
    }

    private static OutboundRequest idempotent(RawServer server) {
        return Outside.get(server.address()).asIdempotent();
    }

    private static RawServer failing(int times, String how) {
        return new RawServer((socket, _, count) ->
                RawServer.write(socket, count <= times ? "HTTP/1.1 " + how + "Content-Length: 0\r\n\r\n" : OK));
    }
}
