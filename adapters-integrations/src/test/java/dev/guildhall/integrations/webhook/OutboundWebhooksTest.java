package dev.guildhall.integrations.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.RawServer;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.webhook.WebhookSender;
import dev.guildhall.ports.webhook.WebhookSender.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundWebhooksTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Ticker TICKER = time -> TimeUnit.NANOSECONDS.sleep(time.toNanos());

    private static WebhookSender sender(String allowed) {
        return new OutboundWebhooks(EgressRules.parse(allowed), TICKER, InstantSource.system());
    }

    private static Reply send(String allowed, String url) {
        return send(allowed, url, TIMEOUT);
    }

    private static Reply send(String allowed, String url, Duration timeout) {
        byte[] body = "{\"type\":\"task.failed\"}".getBytes(StandardCharsets.UTF_8);
        return sender(allowed).send(url, Map.of("webhook-id", "dlv_1"), body, timeout);
    }

    private static Reply answered(String... lines) throws IOException {
        try (RawServer server = RawServer.saying(lines)) {
            return send("127.0.0.1", server.address() + "/hook");
        }
    }

    @Test
    void a_request_is_a_post_with_the_headers_and_the_body() throws IOException {
        try (RawServer server = RawServer.saying("HTTP/1.1 204 No Content", "", "")) {
            Reply reply = send("127.0.0.1", server.address() + "/hook?t=1");

            assertThat(reply).isEqualTo(new Reply(Optional.of(204), Optional.empty()));
            assertThat(server.requests().getFirst())
                    .startsWith("POST /hook?t=1 HTTP/1.1\r\n")
                    .contains(
                            "webhook-id: dlv_1\r\n", "Content-Type: application/json\r\n", "User-Agent: Guildhall\r\n");
        }
    }

    @Test
    void a_redirect_is_a_failure_and_not_followed() throws IOException {
        Reply reply =
                answered("HTTP/1.1 302 Found", "Location: http://127.0.0.1:1/secret", "Content-Length: 0", "", "");

        assertThat(reply.status()).contains(302);
        assertThat(reply.error()).contains("the response has the status 302, and redirects are not followed");
    }

    @Test
    void another_status_is_a_failure() throws IOException {
        Reply reply = answered("HTTP/1.1 500 Oops", "Content-Length: 4", "", "oops");

        assertThat(reply).isEqualTo(new Reply(Optional.of(500), Optional.of("the response has the status 500")));
    }

    @Test
    void a_long_body_is_not_read_to_its_end() throws IOException {
        Reply reply = answered("HTTP/1.1 200 OK", "Content-Length: 1000000", "", "x".repeat(100_000));

        assertThat(reply).isEqualTo(new Reply(Optional.of(200), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nX-Drip: ", "HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n"})
    void a_receiver_that_sends_a_byte_now_and_then_is_too_late(String head) throws IOException {
        try (RawServer server = new RawServer((socket, request, count) -> {
            RawServer.write(socket, head);
            for (int i = 0; i < 100; i++) {
                TimeUnit.MILLISECONDS.sleep(50);
                RawServer.write(socket, head.isEmpty() ? "" : "x");
            }
        })) {
            long begun = System.nanoTime();
            Reply reply = send("127.0.0.1", server.address(), SHORT);

            assertThat(reply).isEqualTo(new Reply(Optional.empty(), Optional.of("the response took too long")));
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    void an_address_inside_is_not_reached_unless_it_is_listed() throws IOException {
        try (RawServer server = RawServer.saying("HTTP/1.1 204 No Content", "", "")) {
            Reply blocked = send("", "http://localhost:" + server.port() + "/");

            assertThat(blocked.error().orElseThrow()).contains("GUILDHALL_WEBHOOK_ALLOW");
            assertThat(server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://[::1]/",
                "http://10.1.2.3:8080/",
                "http://169.254.169.254/latest",
                "http://2130706433/",
                "http://localhost./",
                "http://a.localhost/"
            })
    void an_address_in_the_network_is_a_fault(String url) {
        assertThat(sender("").fault(url)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/hook",
                "http://93.184.216.34/",
                "http://10.1.2.3:8443/",
                "http://localhost:9/"
            })
    void a_public_or_a_listed_address_is_none(String url) {
        assertThat(sender("10.1.2.3:8443, localhost:9").fault(url)).isEmpty();
    }
}
