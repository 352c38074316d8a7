package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverloadHttpIT {
    private static final int MIB = 1024 * 1024;
    private static final String MESSAGE = "the server has too much work at the moment; try again";

    private static TestServer start(long memory) {
        return TestServer.start(parts -> parts, List.of(), List.of(), Sample.with(TestServer.LIMITS, "memory", memory));
    }

    private static void assertRefused(Client.Answer answer, String message) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.text(message)).isEqualTo(MESSAGE);
    }

    @Test
    void a_server_without_memory_for_a_request_refuses_it_in_the_form_of_the_service_and_says_how_it_is() {
        try (TestServer server = start(MIB - 1)) {
            Client client = server.client();

            assertRefused(client.get("/api/v1/tasks"), "error.message");
            assertRefused(client.post("/completion/api/chat", "{}"), "message");
            assertRefused(client.post("/completion/v1/chat/completions", "{}"), "error.message");
            assertRefused(client.post("/agent/api/chat", "{}"), "message");
            assertThat(client.get("/health/ready").status()).isEqualTo(200);
            assertThat(client.get("/metrics").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1000002\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nF4242\r\n"})
    void a_body_that_needs_more_memory_than_there_is_is_refused_and_a_small_one_is_not(String beginning) {
        String head = "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
        String body = "{\"" + "a".repeat(1_000_000 - 4) + "\":1}" + (beginning.startsWith("T") ? "\r\n0\r\n\r\n" : "");
        try (TestServer server = start(8 * MIB);
                RawHttp http = new RawHttp(server.port())) {
            String answer = http.send(head + beginning + body).readAll();

            assertThat(answer).startsWith("HTTP/1.1 503").contains(MESSAGE);
            assertThat(server.client().post("/api/v1/auth/login", "{}").status())
                    .isEqualTo(422);
            assertThat(server.client().stranger().client().get("/api/v1/tasks").status())
                    .isEqualTo(200);
        }
    }
}
