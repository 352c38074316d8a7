package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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
        try (TestServer server = start(16 * 1024)) {
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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bodies_that_do_not_end_use_up_the_share_of_their_sender_alone(boolean isSignedIn) throws Exception {
        try (TestServer server = start(64 * MIB)) {
            Client.Person sender = server.client().stranger();
            Client other = server.client().stranger().client();
            String head = isSignedIn
                    ? "POST /api/v1/tasks HTTP/1.1\r\nAuthorization: Bearer " + sender.accessToken() + "\r\n"
                    : "POST /api/v1/auth/register HTTP/1.1\r\n";
            BlockingQueue<String> answers = new LinkedBlockingQueue<>();
            List<RawHttp> open = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                RawHttp http = new RawHttp(server.port());
                open.add(http);
                http.send(head + "Host: x\r\nTransfer-Encoding: chunked\r\n\r\nF4240\r\n" + " ".repeat(1_000_000));
                Thread.startVirtualThread(() -> answers.add(http.readUntil("again in 1 s")));
            }

            for (int refused = 0; refused < 4; refused++) {
                assertThat(answers.poll(20, TimeUnit.SECONDS))
                        .startsWith("HTTP/1.1 429")
                        .contains("Retry-After: 1", "too many request bodies at once; try again in 1 s");
            }
            assertThat(other.post(
                                    "/api/v1/tasks",
                                    "{\"type\":\"echo\",\"input\":{\"text\":\"" + "a".repeat(100_000) + "\"}}")
                            .status())
                    .isEqualTo(201);
            assertThat(answers).isEmpty();
            open.forEach(RawHttp::close);
        }
    }

    @Test
    void large_questions_of_one_user_that_waited_for_a_model_filled_the_memory_of_all() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        ScriptedChatModel slow = new ScriptedChatModel(request -> {
            awaitQuietly(answered);
            return ScriptedChatModel.says(request, "done");
        });
        try (TestServer server = TestServer.start(
                parts -> parts.chatModel(slow),
                List.of(),
                List.of(),
                Sample.with(TestServer.LIMITS, "memory", 64 * MIB))) {
            Client ada = server.client().stranger().client();
            Client bob = server.client().stranger().client();
            String question = "{\"messages\":[{\"role\":\"user\",\"content\":\"" + "a".repeat(100_000) + "\"}]}";
            BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>();
            for (int i = 0; i < 40; i++) {
                Thread.startVirtualThread(() ->
                        statuses.add(ada.post("/completion/api/chat", question).status()));
            }

            for (int refused = 0; refused < 12; refused++) {
                assertThat(statuses.poll(20, TimeUnit.SECONDS)).isEqualTo(429);
            }
            assertThat(bob.post("/api/v1/tasks", "{\"type\":\"echo\",\"input\":{}}")
                            .status())
                    .isEqualTo(201);
            answered.countDown();
            assertThat(bob.post("/completion/api/chat", question).status()).isEqualTo(200);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
