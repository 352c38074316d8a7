package dev.guildhall.http.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.server.ServerLimits;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.Protocol;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Bodies with pictures, which are larger than the bodies of other services. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeBodyIT {
    private static final int MIB = 1024 * 1024;
    private static final String CHAT = "/completion/v1/chat/completions";

    private final PiecewiseModel model =
            new PiecewiseModel(Optional.of(Protocol.OPENAI_CHAT), (request, sink) -> PiecewiseModel.said("yes"));

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.chatModel(model));

    private final Client client = server.client().stranger().client();

    private static String picture(int bytes) {
        byte[] content = new byte[bytes * 3 / 4];
        new Random(1).nextBytes(content);
        byte[] signature = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
        System.arraycopy(signature, 0, content, 0, signature.length);
        return Base64.getEncoder().encodeToString(content);
    }

    private static String withPicture(String base64) {
        return "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{"
                + "\"url\":\"data:image/png;base64," + base64 + "\"}},{\"type\":\"text\",\"text\":\"é\"}]}]}";
    }

    @Test
    void a_picture_of_20_mebibytes_reaches_the_model_whole() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));
        String base64 = picture(20 * MIB);
        String body = withPicture(base64);

        Client.Answer answer = client.post(CHAT, body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(StandardCharsets.UTF_8
                        .decode(model.asked().original().orElseThrow().body())
                        .toString()
                        .equals(body))
                .isTrue();
        ChatMessage.User asked = (ChatMessage.User) model.asked().messages().getFirst();
        MediaSource source = ((ContentPart.Media) asked.parts().getFirst()).source();
        assertThat(source.url().equals("data:image/png;base64," + base64)).isTrue();
        assertThat(asked.content()).isEqualTo("é");
    }

    @Test
    void a_long_text_with_escapes_reaches_the_model_whole() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));
        String text = "é\"\\\n€😀".repeat(100_000);
        String json = text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("€", "\\u20ac");

        Client.Answer answer =
                client.post(CHAT, "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"" + json + "\"}]}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(model.asked().messages().getFirst().content().equals(text)).isTrue();
    }

    @Test
    void a_body_of_more_than_32_mebibytes_is_413() {
        Client.Answer answer = client.post(CHAT, withPicture("A".repeat(32 * MIB)));

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.json().at("/error/code").asText()).isEqualTo("payload_too_large");
    }

    @Test
    void a_body_of_too_many_values_is_400() {
        Client.Answer answer =
                client.post(CHAT, "{\"model\":\"m\",\"x\":[" + "0,".repeat(1_000_000) + "0],\"messages\":[]}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/error/message").asText()).contains("body: has more than 1000000 values");
    }

    @Test
    void a_long_string_that_is_no_json_is_400() {
        String bad = "x".repeat(100_000);

        assertThat(client.post(CHAT, "{\"model\":\"" + bad).status()).isEqualTo(400);
        assertThat(client.post(CHAT, "{\"model\":\"" + bad + "\\q\"}").status()).isEqualTo(400);
        assertThat(client.post(CHAT, "{\"model\":\"" + bad + "\n\"}").status()).isEqualTo(400);
        assertThat(client.post(CHAT, "{\"model\":\"" + bad + "\\u0000\"}")
                        .json()
                        .at("/error/message")
                        .asText())
                .contains("model: must be well-formed Unicode without NUL");
    }

    @Test
    void large_bodies_beyond_the_memory_are_503_and_small_ones_are_answered() throws Exception {
        ServerLimits limits = new ServerLimits(0, 0, 96L * MIB, Duration.ofSeconds(30), ServerLimits.Stop.DEFAULT);
        String body = withPicture(picture(8 * MIB));
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        model.plays((request, sink) -> {
            asked.countDown();
            await(done);
            return PiecewiseModel.said("yes");
        });

        List<Integer> statuses = new ArrayList<>();
        try (TestServer small = TestServer.start(parts -> parts.chatModel(model), List.of(), List.of(), limits);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Client caller = small.client().stranger().client();
            List<Future<Client.Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                // Each user has a share of the memory, beyond which one user's requests are refused with 429.
                Client other = small.client().stranger().client();
                answers.add(threads.submit(() -> other.post(CHAT, body)));
            }
            await(asked);
            assertThat(caller.get("/completion/api/models").status()).isEqualTo(200);
            done.countDown();
            for (Future<Client.Answer> answer : answers) {
                statuses.add(answer.get().status());
                if (answer.get().status() == 503) {
                    assertThat(answer.get().header("Retry-After")).isEqualTo("1");
                }
            }
            assertThat(caller.post(CHAT, body).status()).isEqualTo(200);
        }

        assertThat(statuses).containsOnly(200, 503).contains(200, 503);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
