package dev.guildhall.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowBodyHttpIT {
    /** The deadline of a body passes before its first byte. */
    private static final ServerLimits LIMITS = Sample.with(TestServer.LIMITS, "bodyTimeout", Duration.ofSeconds(-1));

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 10", "Transfer-Encoding: chunked"})
    void a_body_that_takes_too_long_is_answered_with_408_and_ends_the_connection(String framing) {
        try (TestServer server = TestServer.start(parts -> parts, List.of(), List.of(), LIMITS);
                RawHttp http = new RawHttp(server.port())) {
            String answer = http.send("POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n" + framing + "\r\n\r\n")
                    .readAll();

            assertThat(answer).startsWith("HTTP/1.1 408").contains("Connection: close", "\"REQUEST_TIMEOUT\"");
        }
    }
}
