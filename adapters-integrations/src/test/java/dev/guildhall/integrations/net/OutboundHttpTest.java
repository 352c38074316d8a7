package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutboundHttpTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";

    private final OutboundHttp http = Outside.open();

    @Test
    void answer_comes_whole_with_its_headers() throws IOException {
        try (RawServer server = RawServer.saying(OK)) {
            OutboundReply reply =
                    http.send(Outside.get(server.address() + "/a?b=c").withHeader("X-One", "1"));

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.isSuccess()).isTrue();
            assertThat(reply.header("content-type")).contains("text/plain");
            assertThat(new String(reply.body(), StandardCharsets.UTF_8)).isEqualTo("hello");
            assertThat(server.requests().getFirst())
                    .startsWith("GET /a?b=c HTTP/1.1\r\n")
                    .contains("X-One: 1\r\n", "User-Agent: Guildhall\r\n", "Accept-Encoding: gzip\r\n");
        }
    }

    @Test
    void body_is_sent() throws IOException {
        try (RawServer server = RawServer.saying(OK)) {
            http.send(OutboundRequest.of("POST", okhttp3.HttpUrl.get(server.address()))
                    .withBody("application/json", "{\"a\":1}".getBytes(StandardCharsets.UTF_8)));

            assertThat(server.requests().getFirst())
                    .contains("Content-Type: application/json\r\n")
                    .endsWith("\r\n\r\n{\"a\":1}");
        }
    }

    @Test
    void connection_is_used_again() throws IOException {
        try (RawServer server = RawServer.saying(OK)) {
            for (int i = 0; i < 5; i++) {
                http.send(Outside.get(server.address()));
            }

            assertThat(server.requests()).hasSize(5);
            assertThat(server.connections()).isOne();
        }
    }

    @Test
    void stream_is_read_as_it_comes() throws IOException {
        try (RawServer server = new RawServer((socket, _, _) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n");
            Thread.currentThread().join();
        })) {
            try (OutboundStream stream = http.open(Outside.get(server.address()))) {
                byte[] first = stream.body().readNBytes(9);

                assertThat(stream.status()).isEqualTo(200);
                assertThat(stream.header("Content-Type")).contains("text/event-stream");
                assertThat(new String(first, StandardCharsets.UTF_8)).isEqualTo("data: 1\n\n");
            }
        }
    }
}
