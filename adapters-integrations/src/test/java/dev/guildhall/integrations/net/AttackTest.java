package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.tool.FailureKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that attack their clients. */
class AttackTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final int MOST = 10_000;
    private static final int BOMB_BYTES = 20_000_000;

    private final OutboundHttp http = Outside.open();

    @Test
    void silence_ends_with_the_time() throws IOException {
        assertFails(FailureKind.TIMED_OUT, new RawServer((_, _, _) -> new CountDownLatch(1).await()));
    }

    @Test
    void headers_that_drip_end_with_the_time() throws IOException {
        assertFails(FailureKind.TIMED_OUT, dripping("HTTP/1.1 200 OK\r\n", "X: y\r\n"));
    }

    @Test
    void body_that_drips_ends_with_the_time() throws IOException {
        assertFails(FailureKind.TIMED_OUT, dripping("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", "x"));
    }

    @Test
    void informational_answers_without_end_end_with_the_time() throws IOException {
        assertFails(
                FailureKind.TIMED_OUT, dripping("", "HTTP/1.1 103 Early Hints\r\n\r\n"), FailureKind.INVALID_RESPONSE);
    }

    @Test
    void body_without_end_is_cut() throws IOException {
        assertFails(FailureKind.TOO_LARGE, endless("HTTP/1.1 200 OK\r\n\r\n", "x".repeat(1000)));
    }

    @Test
    void announced_length_is_not_waited_for() throws IOException {
        assertFails(
                FailureKind.TOO_LARGE,
                endless("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "x".repeat(1000)));
    }

    @Test
    void headers_without_end_are_cut() throws IOException {
        assertFails(
                FailureKind.INVALID_RESPONSE,
                endless("HTTP/1.1 200 OK\r\n", "X-A: " + "y".repeat(1000) + "\r\n"),
                FailureKind.UNREACHABLE);
    }

    @Test
    void header_line_without_end_is_cut() throws IOException {
        assertFails(
                FailureKind.INVALID_RESPONSE,
                endless("HTTP/1.1 200 OK\r\nX-A: ", "y".repeat(1000)),
                FailureKind.UNREACHABLE);
    }

    @Test
    void line_before_a_chunk_without_end_is_cut() throws IOException {
        assertFails(
                FailureKind.INVALID_RESPONSE,
                endless("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;", "x".repeat(1000)));
    }

    @Test
    void name_in_a_compressed_body_without_end_is_cut() throws IOException {
        assertFails(
                FailureKind.INVALID_RESPONSE,
                endless(
                        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u001f\u008b\b\b\0\0\0\0\0\0",
                        "x".repeat(1000)));
    }

    @Test
    void headers_above_the_bound_are_refused() throws IOException {
        String header = "X-A: " + "y".repeat((int) OutboundLimits.ANSWER_HEADER_BYTES) + "\r\n";
        assertFails(
                FailureKind.INVALID_RESPONSE,
                RawServer.saying("HTTP/1.1 200 OK\r\n" + header + "Content-Length: 0\r\n\r\n"));
    }

    @Test
    void compressed_bomb_is_counted_unpacked() throws IOException {
        byte[] bomb = zipped(BOMB_BYTES);
        assertThat(bomb.length).isLessThan(BOMB_BYTES / 500);

        assertFails(FailureKind.TOO_LARGE, new RawServer((socket, _, _) -> {
            RawServer.write(
                    socket, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + bomb.length + "\r\n\r\n");
            RawServer.write(socket, bomb);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "deflate", "gzip, gzip", "zstd", "nonsense"})
    void compression_that_was_not_asked_for_is_refused(String encoding) throws IOException {
        assertFails(
                FailureKind.INVALID_RESPONSE,
                RawServer.saying("HTTP/1.1 200 OK", "Content-Encoding: " + encoding, "Content-Length: 2", "", "xx"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 11\r\n\r\nno gzip at all",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\nabc",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc",
                "HTTP/1.1 9999999999 OK\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/9.9 200 OK\r\n\r\n",
                "SSH-2.0-OpenSSH_9.2p1\r\n",
                "220 mail ESMTP\r\n",
                "\r\n\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-A: one\rtwo\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-A: one\0two\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-A: \u001b[31m\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\n: no name\r\nContent-Length: 0\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000"
            })
    void what_is_not_http_is_no_answer(String answer) throws IOException {
        assertFails(FailureKind.INVALID_RESPONSE, hangingUp(answer), FailureKind.UNREACHABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf"
            })
    void an_incomplete_response_is_unreachable(String half) throws IOException {
        assertFails(FailureKind.UNREACHABLE, hangingUp(half), FailureKind.INVALID_RESPONSE);
    }

    @Test
    void connection_that_is_reset_half_way_is_unreachable() throws IOException {
        assertFails(FailureKind.UNREACHABLE, new RawServer((socket, _, _) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
            socket.setSoLinger(true, 0);
            socket.close();
        }));
    }

    @Test
    void server_that_does_not_speak_tls_is_unreachable() throws IOException {
        try (RawServer plain = RawServer.saying("HTTP/1.1 200 OK\r\n\r\n")) {
            assertThatThrownBy(() -> http.send(
                            Outside.get("https://127.0.0.1:" + plain.port()).withLimits(SHORT, MOST)))
                    .extracting("kind")
                    .isIn(FailureKind.UNREACHABLE, FailureKind.TIMED_OUT);
        }
    }

    @Test
    void a_port_without_a_listener_is_unreachable() throws IOException {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = gone.getLocalPort();
        }

        assertThatThrownBy(() -> http.send(Outside.get("http://127.0.0.1:" + port)))
                .hasMessage("the host does not accept the connection")
                .extracting("kind")
                .isEqualTo(FailureKind.UNREACHABLE);
    }

    private void assertFails(FailureKind kind, RawServer server, FailureKind... orElse) throws IOException {
        try (server) {
            OutboundRequest request = Outside.get(server.address())
                    .withLimits(kind == FailureKind.TIMED_OUT ? SHORT : Duration.ofSeconds(20), MOST);

            assertThatThrownBy(() -> http.send(request)).isInstanceOfSatisfying(OutboundFailure.class, failure -> {
                assertThat(failure.kind() == kind || List.of(orElse).contains(failure.kind()))
                        .as(failure.kind() + ": " + failure.getMessage())
                        .isTrue();
                assertThat(failure.getMessage()).doesNotContain("127.0.0.1", "okhttp", "java.");
                assertThat(failure.getStackTrace()).isEmpty();
            });
        }
    }

    private static RawServer dripping(String start, String drop) {
        return new RawServer((socket, _, _) -> {
            RawServer.write(socket, start);
            while (!socket.isClosed()) {
                new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS);
                RawServer.write(socket, drop);
            }
        });
    }

    private static RawServer endless(String start, String more) {
        return new RawServer((socket, _, _) -> {
            RawServer.write(socket, start);
            while (!socket.isClosed()) {
                RawServer.write(socket, more);
            }
        });
    }

    private static RawServer hangingUp(String answer) {
        return new RawServer((socket, _, _) -> {
            RawServer.write(socket, answer);
            socket.close();
        });
    }

    private static byte[] zipped(int bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(new byte[bytes]);
        }
        return out.toByteArray();
    }
}
