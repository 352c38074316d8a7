package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.server.Server;
import dev.guildhall.http.system.Metrics;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server of these tests listens on 127.0.0.1 and also accepts requests for guildhall.test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AllowedHostsTest {
    private static final String LIVE = "/health/live";

    @AutoClose
    private final TestServer server = TestServer.start();

    private String answer(String head) {
        try (RawHttp http = new RawHttp(server.port())) {
            return http.send(head + "\r\n\r\n").endOfRequest().readAll();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:1",
                "localhost.",
                "localhost.:8080",
                "127.0.0.1",
                "127.0.0.1:443",
                "[::1]:80",
                "[0:0:0:0:0:0:0:1]",
                "[::ffff:127.0.0.1]:80",
                "guildhall.test",
                "GUILDHALL.TEST.:65535"
            })
    void hosts_of_the_server_are_answered_whatever_the_port(String host) {
        assertThat(answer("GET " + LIVE + " HTTP/1.1\r\nConnection: close\r\nHost: " + host))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "localhost.evil.example",
                "127.0.0.1.evil.example:8080",
                "evil.example.localhost",
                "10.1.2.3",
                "127.0.0.2",
                "0.0.0.0",
                "2130706433",
                "127.1",
                "[::2]",
                "localhost..",
                "."
            })
    void a_name_that_was_rebound_to_the_server_was_answered(String host) {
        assertThat(answer("GET " + LIVE + " HTTP/1.1\r\nConnection: close\r\nHost: " + host))
                .startsWith("HTTP/1.1 421");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost@evil.example",
                "localhost evil.example",
                "localhost/",
                "",
                "localhost\r\nHost: localhost"
            })
    void a_host_that_is_not_well_formed_is_refused(String host) {
        assertThat(answer("GET " + LIVE + " HTTP/1.1\r\nConnection: close\r\nHost: " + host))
                .containsPattern("^HTTP/1.1 4(00|21)");
    }

    @ParameterizedTest
    @CsvSource({
        "GET http://localhost/health/live HTTP/1.1, localhost, 200",
        "GET http://evil.example/health/live HTTP/1.1, evil.example, 421",
        "GET http://evil.example/health/live HTTP/1.1, localhost, 400",
        "GET http://localhost/health/live HTTP/1.1, evil.example, 400",
        "GET /health/live HTTP/1.0, evil.example, 421",
        "GET /health/live HTTP/1.0, localhost, 200"
    })
    void the_target_of_a_request_counts_as_well_as_its_header(String line, String host, int status) {
        assertThat(answer(line + "\r\nHost: " + host)).startsWith("HTTP/1.1 " + status);
    }

    @Test
    void a_client_that_need_not_name_a_host_is_answered() {
        assertThat(answer("GET " + LIVE + " HTTP/1.0")).startsWith("HTTP/1.1 200");
        assertThat(answer("GET " + LIVE + " HTTP/1.1")).startsWith("HTTP/1.1 400");
    }

    @Test
    void the_refusal_has_the_form_of_the_service_and_comes_before_all_others() {
        String rebound = " HTTP/1.1\r\nConnection: close\r\nHost: evil.example";

        assertThat(answer("GET /api/v1/nothing" + rebound))
                .startsWith("HTTP/1.1 421")
                .contains("{\"error\":{\"code\":\"MISDIRECTED_REQUEST\",\"message\":\"Host: must be ");
        assertThat(answer("GET /completion/v1/models" + rebound))
                .startsWith("HTTP/1.1 421")
                .contains("\"error\":{\"message\":\"Host: must be ");
        assertThat(answer("POST /agent/api/chat" + rebound))
                .startsWith("HTTP/1.1 421")
                .contains("{\"error\":\"Misdirected Request\",\"message\":\"Host: must be ");
    }

    @Test
    void a_listener_on_all_addresses_answers_for_the_one_that_was_connected_to() throws IOException {
        Listener everywhere = new Listener("0.0.0.0", 0, server.mounts());
        try (Server listening = Server.start(
                List.of(everywhere),
                server.guard(),
                new Metrics(Set.of(), "1.2.3").requestLog(),
                TestServer.LIMITS,
                Server.BackgroundReplies.NONE)) {
            int port = listening.ports().getFirst();

            assertThat(statusAt("127.0.0.5", port, "127.0.0.5")).isEqualTo("200");
            assertThat(statusAt("127.0.0.5", port, "0.0.0.0")).isEqualTo("200");
            assertThat(statusAt("127.0.0.5", port, "127.0.0.1")).isEqualTo("200");
            assertThat(statusAt("127.0.0.5", port, "192.0.2.1")).isEqualTo("421");
            assertThat(statusAt("127.0.0.5", port, "evil.example")).isEqualTo("421");
        }
    }

    private static String statusAt(String address, int port, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.ofLiteral(address), port)) {
            socket.getOutputStream()
                    .write(("GET " + LIVE + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(12), StandardCharsets.UTF_8).substring(9);
        }
    }
}
