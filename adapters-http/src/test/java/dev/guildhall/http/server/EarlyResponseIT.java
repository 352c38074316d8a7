package dev.guildhall.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Responses that do not depend on the request's body, sent before the body has arrived. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EarlyResponseIT {
    private static final String CHAT = "/completion/api/chat";
    private static final String ASKING = "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final int MEBIBYTE = 1024 * 1024;
    private static final String PIECE = "a".repeat(64 * 1024);

    /** More bytes than the server reads after a response, together with the system's buffers. */
    private static final int ENDLESS = 64 * MEBIBYTE;

    @AutoClose
    private final TestServer server = TestServer.start();

    private final String token = server.client().stranger().accessToken();

    private static String head(String method, String path, String... headers) {
        return method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
    }

    private String bearer() {
        return "Authorization: Bearer " + token;
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /completion/api/chat, 401",
        "POST, /completion/v1/chat/completions, 401",
        "POST, /api/v1/groups, 401",
        "POST, /completion/nothing, 404",
        "PUT, /completion/api/chat, 405"
    })
    void what_is_refused_by_its_head_waited_for_the_body(String method, String path, int status) {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.send(head(method, path, "Content-Length: 100")).readUntil("}");

            assertThat(answer).startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void a_client_that_sends_too_many_requests_is_refused_before_its_body() {
        try (TestServer busy = TestServer.start();
                RawHttp http = new RawHttp(busy.port())) {
            for (int i = 0; i < TestServer.SIGN_INS; i++) {
                busy.client().post("/api/v1/auth/login", "{}");
            }

            String answer = http.send(head("POST", "/api/v1/auth/login", "Content-Length: 100"))
                    .readUntil("}}");

            assertThat(answer).startsWith("HTTP/1.1 429");
        }
    }

    @Test
    void a_body_that_is_announced_to_be_too_large_was_waited_for() {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.send(head("POST", CHAT, bearer(), "Content-Length: " + (32 * MEBIBYTE + 1)))
                    .readUntil("}");

            assertThat(answer).startsWith("HTTP/1.1 413").contains("Connection: close");
        }
    }

    @Test
    void a_body_that_is_not_needed_is_not_requested() {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.send(head("POST", CHAT, "Expect: 100-continue", "Content-Length: 100"))
                    .readAll();

            assertThat(answer).startsWith("HTTP/1.1 401").contains("Connection: close");
        }
    }

    @Test
    void a_body_that_is_needed_is_requested() {
        try (RawHttp http = new RawHttp(server.port())) {
            String interim = http.send(
                            head("POST", CHAT, bearer(), "Expect: 100-continue", "Content-Length: " + ASKING.length()))
                    .readUntil("\r\n\r\n");
            String answer = http.send(ASKING).readUntil("}");

            assertThat(interim).startsWith("HTTP/1.1 100");
            assertThat(answer).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_connection_goes_on_behind_a_body_that_was_refused_and_came() {
        try (RawHttp http = new RawHttp(server.port())) {
            String length = "Content-Length: " + ASKING.length();
            for (int i = 0; i < 3; i++) {
                String refused = http.send(head("POST", CHAT, length) + ASKING).readUntil("}");

                assertThat(refused).startsWith("HTTP/1.1 401").doesNotContain("Connection: close");
            }

            String answer =
                    http.send(head("POST", CHAT, bearer(), length) + ASKING).readUntil("}");

            assertThat(answer).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_client_that_sends_all_of_a_large_body_before_it_reads_gets_the_answer() {
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(head("POST", CHAT, "Content-Length: " + 8 * MEBIBYTE));
            for (int sent = 0; sent < 8 * MEBIBYTE; sent += PIECE.length()) {
                http.send(PIECE);
            }

            assertThat(http.readAll()).startsWith("HTTP/1.1 401").contains("Connection: close");
        }
    }

    @Test
    void a_client_that_never_stops_sending_is_cut_off() {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer =
                    http.send(head("POST", CHAT, "Transfer-Encoding: chunked")).readUntil("}");

            assertThat(answer).startsWith("HTTP/1.1 401");
            assertThatThrownBy(() -> {
                        for (int sent = 0; sent < ENDLESS; sent += PIECE.length()) {
                            http.send("10000\r\n" + PIECE + "\r\n");
                        }
                    })
                    .isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void a_client_that_falls_silent_in_a_body_that_was_answered_is_cut_off() {
        try (RawHttp http = new RawHttp(server.port())) {
            String all = http.send(head("POST", CHAT, "Content-Length: 100")).readAll();

            assertThat(all).startsWith("HTTP/1.1 401").endsWith("}");
        }
    }
}
