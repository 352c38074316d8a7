package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelRetry;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.ScriptedServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that are asked without a core. */
@Timeout(20)
class ModelClientTest {
    private static final MockResponse GOOD = ScriptedServer.ok(
            "application/json", "{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}");
    private static final String FIRST_PIECE = "data: {\"choices\":[{\"delta\":{\"content\":\"H\"}}]}\n\n";
    private static final CompletionRequest QUESTION = CompletionRequest.of("Hello?");

    @AutoClose
    private final ScriptedServer provider = new ScriptedServer();

    @AutoClose
    private final ScriptedServer second = new ScriptedServer();

    private final List<Duration> waits = new ArrayList<>();

    private static ModelClient client(ScriptedServer server, String model) {
        return OpenAiChatModel.of(URI.create(server.baseUrl() + "v1"), ScriptedServer.KEY, model);
    }

    private ModelClient retrying() {
        return new RetryingModel(client(provider, "one"), ModelRetry.DEFAULT, waits::add, () -> 0);
    }

    private static MockResponse status(int code) {
        return ScriptedServer.status(code, "{\"error\":{\"message\":\"no\"}}");
    }

    private static Problem problem(ModelClient model) {
        return catchThrowableOfType(Refusal.class, () -> model.complete(QUESTION))
                .problem();
    }

    @Test
    void a_program_asks_a_model_in_three_lines() {
        provider.answers(status(503), GOOD);
        String answer;

        try (ModelClient model = OpenAiChatModel.of(URI.create(provider.baseUrl() + "v1"), "key", "one")
                .retrying()) {
            answer = model.complete(CompletionRequest.of("Hello?")).content();
        }

        assertThat(answer).isEqualTo("Hi");
    }

    @Test
    void a_program_asks_another_provider_when_the_first_fails() throws InterruptedException {
        provider.answers(status(503), status(503), status(503));
        second.answers(ScriptedServer.ok(
                "application/json",
                "{\"content\":[{\"type\":\"text\",\"text\":\"It scatters.\"}],\"stop_reason\":\"end_turn\"}"));
        URI openAi = URI.create(provider.baseUrl() + "v1");
        URI anthropic = URI.create(second.baseUrl());
        String key = ScriptedServer.KEY;
        String otherKey = ScriptedServer.KEY;

        try (ModelClient model = OpenAiChatModel.of(openAi, key, "gpt-5-mini")
                .retrying()
                .orElse(AnthropicChatModel.of(anthropic, otherKey, "claude-haiku-4-5")
                        .retrying())) {
            System.out.println(
                    model.complete(CompletionRequest.of("Why is the sky blue?")).content());
        }

        assertThat(provider.requests()).isEqualTo(3);
        assertThat(ScriptedServer.body(second.taken()).path("model").asText()).isEqualTo("claude-haiku-4-5");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void a_failure_that_passes_is_retried_until_an_answer_comes(int code) {
        provider.answers(status(code), status(code), GOOD);

        assertThat(retrying().complete(QUESTION).content()).isEqualTo("Hi");

        assertThat(waits).containsExactly(Duration.ofMillis(125), Duration.ofMillis(250));
    }

    @Test
    void a_connection_that_fails_is_retried() {
        URI closed = URI.create(second.baseUrl() + "v1");
        second.close();
        ModelClient model =
                new RetryingModel(OpenAiChatModel.of(closed, "key", "one"), ModelRetry.DEFAULT, waits::add, () -> 0);

        assertThat(problem(model))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider could not be reached", true));

        assertThat(waits).hasSize(2);
    }

    @Test
    void a_refused_request_is_not_retried() {
        provider.answers(status(400));

        assertThat(problem(retrying())).isEqualTo(new CompletionProblem.RequestRefused("no"));

        assertThat(waits).isEmpty();
        assertThat(provider.requests()).isEqualTo(1);
    }

    @Test
    void attempts_end_with_the_last_failure() {
        provider.answers(status(503), status(503), status(502));

        assertThat(problem(retrying())).isInstanceOf(CompletionProblem.ProviderFailed.class);

        assertThat(provider.requests()).isEqualTo(3);
    }

    @Test
    void no_retry_passes_the_time_limit_of_the_request() {
        provider.answers(status(503));

        assertThatThrownBy(() -> retrying().complete(QUESTION.within(Duration.ofMillis(100))))
                .isInstanceOf(Refusal.class);

        assertThat(waits).isEmpty();
    }

    @Test
    void another_model_answers_when_the_attempts_are_used_up() throws InterruptedException {
        provider.answers(status(503), status(503), status(503));
        second.answers(GOOD);
        ModelClient model = retrying().orElse(client(second, "two"));

        assertThat(model.complete(QUESTION.withModel("one")).content()).isEqualTo("Hi");

        assertThat(provider.requests()).isEqualTo(3);
        assertThat(ScriptedServer.body(second.taken()).path("model").asText()).isEqualTo("two");
    }

    @Test
    void the_first_failure_is_reported_when_the_other_model_fails_too() {
        provider.answers(status(429));
        second.answers(status(503));
        ModelClient model = client(provider, "one").orElse(client(second, "two"));

        assertThat(problem(model)).isInstanceOf(CompletionProblem.ProviderLimited.class);

        assertThat(second.requests()).isEqualTo(1);
    }

    @Test
    void a_refused_request_and_an_unknown_model_do_not_go_to_another_model() {
        provider.answers(status(400), status(404));
        ModelClient model = client(provider, "one").orElse(client(second, "two"));

        assertThat(problem(model)).isInstanceOf(CompletionProblem.RequestRefused.class);
        assertThat(problem(model)).isInstanceOf(CompletionProblem.UnknownModel.class);

        assertThat(second.requests()).isZero();
    }

    @Test
    void a_stream_that_has_begun_is_neither_retried_nor_asked_of_another_model() {
        provider.answers(ScriptedServer.status(200)
                .setHeader("Content-Type", "text/event-stream")
                .chunkedBody(FIRST_PIECE, 1_000)
                .onResponseEnd(new SocketEffect.CloseSocket())
                .build());
        List<String> pieces = new ArrayList<>();
        ModelClient model = retrying().orElse(client(second, "two"));

        assertThatThrownBy(() -> model.stream(QUESTION, piece -> pieces.add(piece.toString())))
                .isInstanceOf(Refusal.class);

        assertThat(pieces).hasSize(1);
        assertThat(waits).isEmpty();
        assertThat(provider.requests()).isEqualTo(1);
        assertThat(second.requests()).isZero();
    }

    @Test
    void a_stream_that_has_not_begun_is_retried() {
        provider.answers(status(503), ScriptedServer.ok("text/event-stream", FIRST_PIECE + "data: [DONE]\n\n"));

        Completion answer = retrying().stream(QUESTION, piece -> {});

        assertThat(answer.content()).isEqualTo("H");
        assertThat(waits).hasSize(1);
    }

    @Test
    void an_interrupt_ends_the_wait_for_the_next_attempt() {
        provider.answers(status(503));
        ModelClient model = new RetryingModel(
                client(provider, "one"),
                ModelRetry.DEFAULT,
                wait -> {
                    Thread.currentThread().interrupt();
                    Thread.sleep(wait);
                },
                () -> 0);

        Problem problem = problem(model.orElse(client(second, "two")));

        assertThat(problem).isEqualTo(new CommonProblem.Cancelled());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(second.requests()).isZero();
    }

    @Test
    void close_ends_the_answer_that_arrives_and_refuses_later_calls() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        provider.answers(ScriptedServer.silentAfter("text/event-stream", FIRST_PIECE, sent, ended));
        ModelClient model = retrying().orElse(client(second, "two"));
        FutureTask<Problem> answer =
                new FutureTask<>(() -> catchThrowableOfType(Refusal.class, () -> model.stream(QUESTION, piece -> {}))
                        .problem());
        Thread.ofVirtual().start(answer);
        assertThat(sent.await(10, TimeUnit.SECONDS)).isTrue();

        model.close();

        assertThat(answer.get()).isEqualTo(new CommonProblem.Cancelled());
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> model.complete(QUESTION)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void close_of_a_model_that_was_never_asked_does_nothing() {
        ModelClient model = client(provider, "one");

        model.close();
        model.close();

        assertThat(provider.requests()).isZero();
    }
}
