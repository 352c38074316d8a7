package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StopTest {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch mayFinish = new CountDownLatch(1);

    private void slowly(Exchange exchange) {
        entered.countDown();
        try {
            assertThat(mayFinish.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
        exchange.text(200, "text/plain", "finished");
    }

    @Test
    void a_stop_lets_answers_finish_and_takes_no_new_requests() throws Exception {
        Route slow = Route.get("/slow", Access.PUBLIC, this::slowly);
        TestServer server = TestServer.start(parts -> parts, List.of(), List.of(slow));
        Client client = server.client();
        CompletableFuture<Client.Answer> answer = CompletableFuture.supplyAsync(() -> client.get("/slow"));
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> stop = CompletableFuture.runAsync(server::close);
        Client.Answer late = refused(client);
        Client.Answer live = client.get("/health/live");
        mayFinish.countDown();

        assertThat(late.status()).isEqualTo(503);
        assertThat(late.header("Retry-After")).isEqualTo("1");
        assertThat(live.status()).isEqualTo(200);
        assertThat(answer.get(20, TimeUnit.SECONDS).body()).isEqualTo("finished");
        stop.get(20, TimeUnit.SECONDS);
    }

    @Test
    void an_answer_that_takes_too_long_ends_with_an_error_and_what_was_said_is_kept() throws Exception {
        LeavingTest.FallingSilent model = new LeavingTest.FallingSilent();
        TestServer server = TestServer.start(
                parts -> parts.chatModel(model),
                List.of(),
                List.of(),
                ServerLimits.DEFAULT.withStop(Duration.ZERO, Duration.ofMillis(100)));
        Client.Person person = server.client().stranger();
        String body = "{\"userId\":\"" + person.userId()
                + "\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

        try (RawHttp http = new RawHttp(server.port())) {
            String headers = "Authorization: Bearer " + person.accessToken() + "\r\n";
            http.request("POST", "/agent/api/chat", headers, body).readUntil("\"Hello\"");
            server.close();

            assertThat(http.readAll()).contains("event: error\ndata: {\"error\":\"the request was cancelled\"}");
        }
        assertThat(model.ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }

    /** The stop begins on another thread, so requests go through until it has. */
    private static Client.Answer refused(Client client) {
        Client.Answer answer = client.get("/health/ready");
        for (int tries = 0; answer.status() == 200 && tries < 10_000; tries++) {
            answer = client.get("/health/ready");
        }
        return answer;
    }
}
