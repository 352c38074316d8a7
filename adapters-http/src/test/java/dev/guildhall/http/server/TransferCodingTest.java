package dev.guildhall.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransferCodingTest {
    private static final String CHUNKS = "2\r\n{}\r\n0\r\n\r\n";

    @AutoClose
    private final TestServer server = TestServer.start();

    private String answer(String path, String coding) {
        try (RawHttp http = new RawHttp(server.port())) {
            return http.send("POST " + path + " HTTP/1.1\r\nHost: x\r\n" + coding + "\r\n\r\n" + CHUNKS)
                    .endOfRequest()
                    .readAll();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: GZIP,Chunked",
                "Transfer-Encoding: deflate, gzip, chunked",
                "Transfer-Encoding: unheard-of, chunked",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked"
            })
    void what_was_in_chunks_was_taken_as_it_was_whatever_it_was_coded_in(String coding) {
        assertThat(answer("/api/v1/auth/login", coding))
                .startsWith("HTTP/1.1 501")
                .contains("Connection: close")
                .contains("\"code\":\"NOT_IMPLEMENTED\"");
        assertThat(answer("/completion/api/chat", coding))
                .startsWith("HTTP/1.1 501")
                .contains("\"error\":\"Not Implemented\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip",
                "Transfer-Encoding: chunked, gzip",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip",
                "Transfer-Encoding: chunked\r\nContent-Length: 2"
            })
    void a_body_without_a_known_end_is_not_http(String coding) {
        assertThat(answer("/api/v1/auth/login", coding)).startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding: chunked", "Transfer-Encoding: Chunked", "Transfer-Encoding:  chunked "})
    void chunks_alone_are_read(String coding) {
        assertThat(answer("/api/v1/auth/login", coding)).startsWith("HTTP/1.1 422");
    }
}
