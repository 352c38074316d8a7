package dev.guildhall.llm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseHeadTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";

    @Test
    void head_tells_what_matters() throws IOException {
        String wire = OK + "content-TYPE:text/event-stream; charset=utf-8 \r\nTransfer-Encoding: Chunked\r\n"
                + "Set-Cookie: a\r\nSet-Cookie: b\r\nX-Empty:\r\nRetry-After: 3\r\n\r\n";

        ResponseHead head = ResponseHead.read(Pieces.dripping(wire));

        assertThat(head)
                .isEqualTo(new ResponseHead(
                        200, true, -1, true, Optional.of("text/event-stream; charset=utf-8"), Optional.of("3")));
        assertThat(ResponseHead.read(Pieces.whole(wire))).isEqualTo(head);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200\r\n\r\n", "HTTP/1.1 200 \n\n", "HTTP/1.1 200 A B\r\nX: y\n\r\n"})
    void reason_and_carriage_returns_may_be_missing(String wire) throws IOException {
        ResponseHead head = ResponseHead.read(Pieces.whole(wire));

        assertThat(head).isEqualTo(new ResponseHead(200, false, -1, true, Optional.empty(), Optional.empty()));
    }

    @Test
    void body_lies_behind_the_head() throws IOException {
        HttpConnection connection = Pieces.whole(OK + "Content-Length: 3\r\n\r\nabcNEXT");

        Body body = Body.of(ResponseHead.read(connection), connection);

        assertThat(body.readAllBytes()).asString().isEqualTo("abc");
        assertThat(body.endsAtHand()).isTrue();
    }

    @Test
    void status_without_a_body_has_none() throws IOException {
        HttpConnection connection = Pieces.whole("HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\n");

        assertThat(Body.of(ResponseHead.read(connection), connection).readAllBytes())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0 200 OK\r\n\r\n", OK + "Connection: x, Close\r\n\r\n"})
    void connection_that_will_be_closed_is_not_kept(String wire) throws IOException {
        assertThat(ResponseHead.read(Pieces.whole(wire)).keepsConnection()).isFalse();
    }

    @Test
    void interim_heads_are_passed_over() throws IOException {
        String interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n";

        ResponseHead head = ResponseHead.read(Pieces.whole(interim + "HTTP/1.1 429 No\r\n\r\n"));

        assertThat(head.status()).isEqualTo(429);
    }

    @Test
    void endless_interim_heads_are_refused() {
        assertRefused("HTTP/1.1 100 Continue\r\n\r\n".repeat(Limits.INTERIM_HEADS + 1) + OK + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n\r\n",
                "HTTP/2 200 OK\r\n\r\n",
                "HTTP/1.2 200 OK\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 2000\r\n\r\n",
                "HTTP/1.1 099 X\r\n\r\n",
                "HTTP/1.1 600 X\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "220 mail.example ESMTP\r\n\r\n",
                OK + " folded: x\r\n\r\n",
                OK + "A: x\r\n y\r\n\r\n",
                OK + "A : x\r\n\r\n",
                OK + ": x\r\n\r\n",
                OK + "A\r\n\r\n",
                OK + "A\u0000: x\r\n\r\n",
                OK + "A: x\ry\r\n\r\n",
                OK + "A: x\u0000\r\n\r\n",
                OK + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n",
                OK + "Content-Length: 1, 1\r\n\r\n",
                OK + "Content-Length: -1\r\n\r\n",
                OK + "Content-Length:\r\n\r\n",
                OK + "Content-Length: 9999999999999999999\r\n\r\n",
                OK + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
                OK + "Transfer-Encoding: gzip, chunked\r\n\r\n",
                OK + "Content-Encoding: gzip\r\n\r\n"
            })
    void what_could_be_read_in_two_ways_is_refused(String wire) {
        assertRefused(wire);
    }

    @Test
    void head_past_its_bounds_is_refused() {
        assertRefused(OK + "A: b\r\n".repeat(Limits.HEADERS + 1) + "\r\n");
        assertRefused(OK + "A: " + "b".repeat(Limits.HEAD_BYTES) + "\r\n\r\n");
        assertRefused("x".repeat(3 * Limits.HEAD_BYTES));
    }

    @Test
    void wirehead_within_its_bounds_is_read() throws IOException {
        String wire = OK + "A: " + "b".repeat(Limits.HEAD_BYTES - 100) + "\r\n\r\n";

        assertThat(ResponseHead.read(Pieces.whole(wire)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200", OK, OK + "A: b\r\n"})
    void connection_that_ends_in_the_head_broke_off(String wire) {
        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> ResponseHead.read(Pieces.whole(wire)));
    }

    private static void assertRefused(String wire) {
        assertThatExceptionOfType(UnreadableAnswer.class).isThrownBy(() -> ResponseHead.read(Pieces.whole(wire)));
    }
}
