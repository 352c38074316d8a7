package dev.guildhall.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How every model over a network cancels a call, and how its timeouts expire. */
public interface CancellationContract {
    /** A timeout that never expires in a test. */
    Duration LONG = Duration.ofSeconds(60);

    /** A timeout that expires soon. */
    Duration SHORT = Duration.ofMillis(50);

    /** How an interrupted call ended: the problem, and whether its thread still has the interrupt status. */
    record Ending(Problem problem, boolean interrupted) {}

    /** The server that the model calls. */
    ScriptedServer server();

    /** The model with these timeouts. */
    ChatModel model(ProviderTimeouts timeouts);

    /** The media type of a stream. */
    String streamType();

    /** A ping, which is no part of an answer. */
    String ping();

    /** The beginning of a stream, with the first part of its text. */
    String firstPart();

    /** The rest of a complete stream after {@link #firstPart()}. */
    String rest();

    /** Virtual and platform threads. */
    static Stream<ThreadFactory> threads() {
        return Stream.of(Thread.ofVirtual().factory(), Thread.ofPlatform().factory());
    }

    @ParameterizedTest
    @MethodSource("dev.guildhall.wire.http.CancellationContract#threads")
    default void interrupt_while_the_provider_is_silent_ends_the_call_upstream(ThreadFactory threads) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        server().answers(ScriptedServer.silentAfter(streamType(), firstPart(), ended));

        Ending ending = interruptedAfter(
                begun, threads, () -> patient().stream(CompletionRequest.of("Hi"), chunk -> begun.countDown()));

        assertThat(ending).isEqualTo(new Ending(new CommonProblem.Cancelled(), true));
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.guildhall.wire.http.CancellationContract#threads")
    default void interrupt_before_the_first_token_ends_the_call_upstream(ThreadFactory threads) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        server().answers(ScriptedServer.silentAfter(streamType(), ping(), asked, ended));

        Ending ending =
                interruptedAfter(asked, threads, () -> patient().stream(CompletionRequest.of("Hi"), chunk -> {}));

        assertThat(ending).isEqualTo(new Ending(new CommonProblem.Cancelled(), true));
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.guildhall.wire.http.CancellationContract#threads")
    default void interrupt_ends_the_wait_for_a_whole_answer(ThreadFactory threads) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        server().answers(ScriptedServer.silentAfter("application/json", "{", asked, ended));

        Ending ending = interruptedAfter(asked, threads, () -> patient().complete(CompletionRequest.of("Hi")));

        assertThat(ending).isEqualTo(new Ending(new CommonProblem.Cancelled(), true));
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.guildhall.wire.http.CancellationContract#threads")
    default void interrupt_ends_the_wait_for_the_headers(ThreadFactory threads) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        server().answersEach(request -> {
            asked.countDown();
            return ScriptedServer.status(200).headersDelay(60, TimeUnit.SECONDS).build();
        });

        Ending ending =
                interruptedAfter(asked, threads, () -> patient().stream(CompletionRequest.of("Hi"), chunk -> {}));

        assertThat(ending).isEqualTo(new Ending(new CommonProblem.Cancelled(), true));
    }

    @ParameterizedTest
    @MethodSource("dev.guildhall.wire.http.CancellationContract#threads")
    default void sink_that_throws_ends_the_call_upstream(ThreadFactory threads) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        server().answers(ScriptedServer.silentAfter(streamType(), firstPart(), ended));
        IllegalStateException gone = new IllegalStateException("gone");
        AtomicReference<Throwable> thrown = new AtomicReference<>();

        Thread caller = threads.newThread(() ->
                thrown.set(catchThrowable(() -> patient().stream(CompletionRequest.of("Hi"), chunk -> {
                    throw gone;
                }))));
        caller.start();
        caller.join();

        assertThat(thrown.get()).isSameAs(gone);
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    default void stream_that_stays_open_after_its_end_is_complete_at_once_and_closed() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        server().answers(ScriptedServer.silentAfter(streamType(), firstPart() + rest(), ended));

        Completion whole = patient().stream(CompletionRequest.of("Hi"), chunk -> {});

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    default void silence_before_the_first_token_times_out() throws Exception {
        Problem problem = expired(timeout -> new ProviderTimeouts(LONG, timeout, LONG, LONG), ping());

        assertThat(problem).isEqualTo(new CompletionProblem.ProviderTimedOut("first token"));
    }

    @Test
    default void sink_settles_before_a_wait() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        server().answers(ScriptedServer.silentAfter(streamType(), firstPart(), ended));
        List<String> events = new ArrayList<>();
        ChunkSink sink = new ChunkSink() {
            @Override
            public void accept(Chunk chunk) {
                events.add(chunk.getClass().getSimpleName());
            }

            @Override
            public void settle() {
                events.add("settled");
            }
        };
        ChatModel model = model(new ProviderTimeouts(LONG, LONG, SHORT, LONG));

        Refusal refusal = catchThrowableOfType(Refusal.class, () -> model.stream(CompletionRequest.of("Hi"), sink));

        assertThat(refusal.problem()).isEqualTo(new CompletionProblem.ProviderTimedOut("idle"));
        assertThat(events).contains("Text").endsWith("settled");
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    default void silence_between_tokens_times_out() throws Exception {
        Problem problem = expired(timeout -> new ProviderTimeouts(LONG, LONG, timeout, LONG), firstPart());

        assertThat(problem).isEqualTo(new CompletionProblem.ProviderTimedOut("idle"));
    }

    @Test
    default void call_that_exceeds_the_total_timeout_fails() throws Exception {
        Problem problem = expired(timeout -> new ProviderTimeouts(LONG, LONG, LONG, timeout), firstPart());

        assertThat(problem).isEqualTo(new CompletionProblem.ProviderTimedOut("total"));
    }

    private ChatModel patient() {
        return model(new ProviderTimeouts(LONG, LONG, LONG, LONG));
    }

    /**
     * The problem of a call whose provider falls silent, after the call has ended upstream. On a busy machine a timeout can
     * expire before the provider has sent the beginning: then another call waits twice as long.
     */
    private Problem expired(Function<Duration, ProviderTimeouts> timeouts, String beginning) throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        server().answersEach(request -> ScriptedServer.silentAfter(streamType(), beginning, sent, ended));
        Duration timeout = SHORT;
        Problem problem = problem(timeouts.apply(timeout));
        while (sent.getCount() > 0) {
            timeout = timeout.multipliedBy(2);
            problem = problem(timeouts.apply(timeout));
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
        return problem;
    }

    private Problem problem(ProviderTimeouts timeouts) {
        return catchThrowableOfType(
                        Refusal.class, () -> model(timeouts).stream(CompletionRequest.of("Hi"), chunk -> {}))
                .problem();
    }

    private static Ending interruptedAfter(CountDownLatch event, ThreadFactory threads, ThrowingCallable call)
            throws InterruptedException {
        AtomicReference<Ending> ending = new AtomicReference<>();
        Thread caller = threads.newThread(() -> {
            Refusal refusal = catchThrowableOfType(Refusal.class, call);
            ending.set(new Ending(refusal.problem(), Thread.currentThread().isInterrupted()));
        });
        caller.start();
        assertThat(event.await(10, TimeUnit.SECONDS)).isTrue();
        caller.interrupt();
        caller.join();
        return ending.get();
    }
}
