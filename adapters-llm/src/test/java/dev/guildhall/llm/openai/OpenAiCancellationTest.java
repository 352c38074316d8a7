package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.llm.wire.ProviderTimeouts;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OpenAiCancellationTest {
    private static final String FIRST = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(80);

    private final ScriptedProvider provider = new ScriptedProvider();
    private final CountDownLatch ended = new CountDownLatch(1);

    @AfterEach
    void stop() {
        provider.close();
    }

    static Stream<ThreadFactory> threads() {
        return Stream.of(Thread.ofVirtual().factory(), Thread.ofPlatform().factory());
    }

    @ParameterizedTest
    @MethodSource("threads")
    void interrupt_while_the_provider_is_silent_ends_the_call_upstream(ThreadFactory threads) throws Exception {
        provider.answers(ScriptedProvider.silentAfter(FIRST, ended));
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>(false);

        Thread caller = threads.newThread(() -> {
            thrown.set(catchThrowable(() -> stream(timeouts(LONG, LONG, LONG), chunk -> begun.countDown())));
            flag.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        caller.interrupt();
        caller.join();

        assertThat(thrown.get())
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isEqualTo(new CommonProblem.Cancelled()));
        assertThat(flag.get()).isTrue();
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("threads")
    void sink_that_throws_ends_the_call_upstream(ThreadFactory threads) throws Exception {
        provider.answers(ScriptedProvider.silentAfter(FIRST, ended));
        IllegalStateException gone = new IllegalStateException("gone");
        AtomicReference<Throwable> thrown = new AtomicReference<>();

        Thread caller =
                threads.newThread(() -> thrown.set(catchThrowable(() -> stream(timeouts(LONG, LONG, LONG), chunk -> {
                    throw gone;
                }))));
        caller.start();
        caller.join();

        assertThat(thrown.get()).isSameAs(gone);
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void silence_before_the_first_token_times_out() throws Exception {
        provider.answers(ScriptedProvider.silentAfter(": wait\n\n", ended));

        assertThat(problem(timeouts(SHORT, LONG, LONG)))
                .isEqualTo(new CompletionProblem.ProviderTimedOut("first token"));
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void silence_between_tokens_times_out() throws Exception {
        provider.answers(ScriptedProvider.silentAfter(FIRST, ended));

        assertThat(problem(timeouts(LONG, SHORT, LONG))).isEqualTo(new CompletionProblem.ProviderTimedOut("idle"));
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void call_that_takes_too_long_altogether_times_out() throws Exception {
        provider.answers(ScriptedProvider.silentAfter(FIRST, ended));

        assertThat(problem(timeouts(LONG, LONG, SHORT))).isEqualTo(new CompletionProblem.ProviderTimedOut("total"));
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void headers_that_do_not_come_time_out() {
        provider.answers(
                ScriptedProvider.status(200).headersDelay(60, TimeUnit.SECONDS).build());

        assertThat(problem(timeouts(SHORT, LONG, LONG)))
                .isEqualTo(new CompletionProblem.ProviderTimedOut("first token"));
    }

    @Test
    void whole_answer_has_as_long_as_the_whole_call() {
        provider.answers(
                ScriptedProvider.status(200).headersDelay(60, TimeUnit.SECONDS).build());

        Throwable thrown = catchThrowable(() ->
                provider.model(timeouts(SHORT, SHORT, SHORT.multipliedBy(3))).complete(CompletionRequest.of("Hi")));

        assertThat(thrown)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem())
                                .isEqualTo(new CompletionProblem.ProviderTimedOut("total")));
    }

    private Problem problem(ProviderTimeouts timeouts) {
        return ((Refusal) catchThrowable(() -> stream(timeouts, chunk -> {}))).problem();
    }

    private void stream(ProviderTimeouts timeouts, ChunkSink sink) {
        provider.model(timeouts).stream(CompletionRequest.of("Hi"), sink);
    }

    private static ProviderTimeouts timeouts(Duration firstToken, Duration idle, Duration total) {
        return new ProviderTimeouts(LONG, firstToken, idle, total);
    }
}
