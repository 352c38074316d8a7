package dev.guildhall.http.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** When the chunks are sent, and how the stream of a failed answer ends. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompletionStreamTest {
    private static final int PATIENCE_S = 20;
    private static final String BODY = "{\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    private final PiecewiseModel model = PiecewiseModel.saying("one ", "two ", "three");

    @AutoClose
    private final TestServer server = TestServer.start(model);

    private final Client.Person person = server.client().stranger();

    private Client.Answer answered(BiFunction<CompletionRequest, ChunkSink, Completion> script) {
        model.plays(script);
        return person.client().post("/completion/api/chat", BODY);
    }

    private RawHttp asking(RawHttp http) {
        String bearer = "Authorization: Bearer " + person.accessToken() + "\r\n";
        return http.request("POST", "/completion/api/chat", bearer, BODY);
    }

    @Test
    void what_has_come_goes_out_before_the_model_is_waited_for() {
        CountDownLatch seen = new CountDownLatch(1);
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("one "));
            sink.accept(new Chunk.Text("two "));
            sink.settle();
            sink.accept(new Chunk.Text(await(seen) ? "three" : "the client did not get it"));
            sink.settle();
            return PiecewiseModel.said("one two three");
        });

        try (RawHttp http = asking(new RawHttp(server.port()))) {
            http.readUntil("data: {\"content\":\"two \"}\n\n");
            seen.countDown();
            String rest = http.readUntil("[DONE]");

            assertThat(rest).contains("data: {\"content\":\"three\"}\n\n");
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Test
    void the_words_of_a_refusal_are_content() {
        Client.Answer answer = answered((request, sink) -> {
            sink.accept(new Chunk.Refused("I won't."));
            return PiecewiseModel.said("I won't.");
        });

        assertThat(answer.body())
                .startsWith("data: {\"content\":\"I won't.\"}\n\n")
                .endsWith("data: [DONE]\n\n");
    }

    @Test
    void what_comes_together_goes_out_together() {
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("one "));
            sink.accept(new Chunk.Text("two"));
            sink.settle();
            return PiecewiseModel.said("one two");
        });

        try (RawHttp http = asking(new RawHttp(server.port()))) {
            String answer = http.readAll();

            assertThat(answer).contains("data: {\"content\":\"one \"}\n\ndata: {\"content\":\"two\"}\n\n");
        }
    }

    @Test
    void what_never_settles_goes_out_at_the_end_and_long_before_when_it_is_much() {
        String word = "x".repeat(10_000);

        String body = answered((request, sink) -> {
                    for (int i = 0; i < 10; i++) {
                        sink.accept(new Chunk.Text(word));
                    }
                    return PiecewiseModel.said(word.repeat(10));
                })
                .body();

        assertThat(body.split("\n\n")).hasSize(12).endsWith("data: [DONE]");
    }

    @Test
    void a_failure_after_the_first_chunk_is_the_last_event_even_when_no_chunk_was_sent() {
        String body = answered((request, sink) -> {
                    sink.accept(new Chunk.Text("Hel"));
                    throw new Refusal(new CompletionProblem.ProviderFailed("the provider's answer ended early"));
                })
                .body();

        assertThat(body)
                .startsWith("data: {\"content\":\"Hel\"}\n\ndata: {\"error\":\"Bad Gateway\"")
                .contains("the provider's answer ended early")
                .doesNotContain("[DONE]");
    }

    @Test
    void a_bug_behind_the_first_piece_is_the_last_event_too_and_says_nothing_of_the_inside() {
        String body = answered((request, sink) -> {
                    sink.accept(new Chunk.Text("Hel"));
                    sink.settle();
                    throw new IllegalStateException("SELECT secret");
                })
                .body();

        assertThat(body).contains("data: {\"error\":\"Internal Server Error\"").doesNotContain("SELECT", "[DONE]");
    }

    @Test
    void what_a_stream_has_no_word_for_is_no_first_event() {
        Client.Answer answer = answered((request, sink) -> {
            sink.accept(new Chunk.CallBegun(0, "c1", "f"));
            sink.settle();
            throw new Refusal(new CompletionProblem.ProviderFailed("the provider's answer ended early"));
        });

        assertThat(answer.status()).isEqualTo(502);
    }
}
