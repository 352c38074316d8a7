package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

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
        mayFinish.countDown();

        assertThat(late.status()).isEqualTo(503);
        assertThat(late.header("Retry-After")).isEqualTo("1");
        assertThat(answer.get(20, TimeUnit.SECONDS).body()).isEqualTo("finished");
        stop.get(20, TimeUnit.SECONDS);
    }

    /** The stop begins on another thread, so requests go through until it has. */
    private static Client.Answer refused(Client client) {
        Client.Answer answer = client.get("/health/live");
        for (int tries = 0; answer.status() == 200 && tries < 10_000; tries++) {
            answer = client.get("/health/live");
        }
        return answer;
    }
}
