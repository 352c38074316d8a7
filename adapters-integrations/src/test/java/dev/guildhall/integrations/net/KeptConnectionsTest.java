package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.testkit.contract.AtOnce;
import java.io.IOException;
import java.net.Socket;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Servers that close connections that the client keeps. */
class KeptConnectionsTest {
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final OutboundHttp http = Outside.open();

    /** Answers, and hangs up without having said so. */
    private static RawServer closing() {
        return new RawServer((socket, _, _) -> {
            RawServer.write(socket, ANSWER);
            socket.close();
        });
    }

    @Test
    void a_server_that_hangs_up_after_each_answer_answers_each_request() throws Exception {
        try (RawServer server = closing()) {
            Callable<Integer> request =
                    () -> http.send(Outside.get(server.address())).status();

            for (int round = 0; round < 20; round++) {
                List<Integer> statuses = AtOnce.run(Collections.nCopies(20, request));

                assertThat(statuses).containsOnly(200);
            }
        }
    }

    @Test
    void a_server_of_http_1_0_that_closes_each_connection_answers_each_request_that_may_do_harm() throws Exception {
        try (RawServer server = new RawServer((socket, _, _) -> {
            RawServer.write(socket, ANSWER.replace("HTTP/1.1", "HTTP/1.0"));
            socket.close();
        })) {
            OutboundRequest post =
                    OutboundRequest.of("POST", Outside.get(server.address()).url());

            for (int round = 0; round < 20; round++) {
                assertThat(http.send(post).status()).isEqualTo(200);
            }
            assertThat(server.requests()).hasSize(20);
        }
    }

    @Test
    void a_server_of_http_1_0_that_keeps_a_connection_is_asked_over_it_again() throws Exception {
        String kept = ANSWER.replace("HTTP/1.1 200 OK\r\n", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n");
        try (RawServer server = new RawServer((socket, _, _) -> RawServer.write(socket, kept))) {
            http.send(Outside.get(server.address()));
            http.send(Outside.get(server.address()));

            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_request_that_may_do_harm_goes_out_once() throws Exception {
        try (RawServer server = new RawServer((Socket socket, String request, int count) -> {
            if (count == 1) {
                RawServer.write(socket, ANSWER);
            } else {
                socket.close();
            }
        })) {
            http.send(Outside.get(server.address()));

            OutboundRequest post =
                    OutboundRequest.of("POST", Outside.get(server.address()).url());

            assertThatThrownBy(() -> http.send(post)).isInstanceOf(OutboundFailure.class);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void a_connection_that_its_server_keeps_is_used_again() throws IOException {
        try (RawServer server = new RawServer((socket, _, _) -> RawServer.write(socket, ANSWER))) {
            http.send(Outside.get(server.address()));
            http.send(Outside.get(server.address()));

            assertThat(server.connections()).isEqualTo(1);
        }
    }
}
