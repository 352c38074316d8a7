package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CompletionProblem.ProviderTimedOut;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderTimeouts;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiTimersTest {
    private static final String WORD = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    private static final String END =
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(80);
    private static final Duration PACE = Duration.ofMillis(5);

    /** Longer than a provider that sends at this pace is ever silent. */
    private static final Duration LIVELY = Duration.ofMillis(700);

    private final List<RawProvider> providers = new ArrayList<>();

    @AfterEach
    void stop() {
        providers.forEach(RawProvider::close);
    }

    @Test
    void a_request_with_its_own_total_timeout_ends_with_that() throws Exception {
        RawProvider provider = provider((it, socket) -> {
            RawProvider.readRequest(socket);
            RawProvider.send(socket, RawProvider.STREAM);
            it.waitForClose(socket);
        });
        OpenAiChatModel model = model(provider, new ProviderTimeouts(LONG, LONG, LONG, LONG));
        CompletionRequest interrupted = CompletionRequest.of("Hi").within(SHORT);

        Refusal streamed = catchThrowableOfType(Refusal.class, () -> model.stream(interrupted, chunk -> {}));
        Refusal whole = catchThrowableOfType(Refusal.class, () -> model.complete(interrupted));

        assertThat(streamed.problem()).isEqualTo(new ProviderTimedOut("total"));
        assertThat(whole.problem()).isEqualTo(new ProviderTimedOut("total"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", RawProvider.STREAM})
    void silence_before_the_first_token_times_out(String beginning) throws Exception {
        assertTimedOut("first token", new ProviderTimeouts(LONG, SHORT, LONG, LONG), beginning, "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ": OPENROUTER PROCESSING\n\n",
                "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"
            })
    void each_byte_before_the_first_token_restarts_its_timeout(String heartbeat) throws Exception {
        assertTimedOut(
                "total",
                new ProviderTimeouts(LONG, LIVELY, LONG, LIVELY.multipliedBy(2)),
                RawProvider.STREAM,
                heartbeat);
    }

    @Test
    void silence_between_tokens_times_out() throws Exception {
        assertTimedOut(
                "idle",
                new ProviderTimeouts(LONG, LONG, SHORT, LONG),
                RawProvider.STREAM + RawProvider.chunk(WORD),
                "");
    }

    @Test
    void pings_restart_the_idle_timeout() throws Exception {
        assertTimedOut(
                "total",
                new ProviderTimeouts(LONG, LONG, LIVELY, LIVELY.multipliedBy(2)),
                RawProvider.STREAM + RawProvider.chunk(WORD),
                ": OPENROUTER PROCESSING\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reasoning_content", "reasoning"})
    void reasoning_counts_as_tokens(String field) throws Exception {
        String thought = "data: {\"choices\":[{\"delta\":{\"content\":null,\"" + field + "\":\"hm\"}}]}\n\n";

        assertTimedOut(
                "idle",
                new ProviderTimeouts(LONG, LONG, SHORT, LONG),
                RawProvider.STREAM + RawProvider.chunk(thought),
                "");
    }

    @Test
    void continuous_tokens_restart_the_idle_timeout() throws Exception {
        assertTimedOut(
                "total", new ProviderTimeouts(LONG, LONG, LIVELY, LIVELY.multipliedBy(2)), RawProvider.STREAM, WORD);
    }

    @Test
    void call_that_exceeds_the_total_timeout_fails() throws Exception {
        assertTimedOut(
                "total",
                new ProviderTimeouts(LONG, LONG, LONG, SHORT),
                RawProvider.STREAM + RawProvider.chunk(WORD),
                "");
    }

    @Test
    void whole_answer_may_take_as_long_as_the_whole_call() throws Exception {
        RawProvider provider = provider((it, socket) -> {
            RawProvider.readRequest(socket);
            it.waitForClose(socket);
        });
        OpenAiChatModel model = model(provider, new ProviderTimeouts(LONG, SHORT, SHORT, SHORT.multipliedBy(3)));

        assertTimedOut("total", provider, () -> model.complete(CompletionRequest.of("Hi")));
    }

    @Test
    void whole_answer_that_does_not_begin_times_out() throws Exception {
        RawProvider provider = provider((it, socket) -> {
            RawProvider.readRequest(socket);
            it.waitForClose(socket);
        });
        OpenAiChatModel model = model(provider, new ProviderTimeouts(LONG, LONG, SHORT, LONG, LONG));

        assertTimedOut("first byte", provider, () -> model.complete(CompletionRequest.of("Hi")));
    }

    @Test
    void handshake_that_is_not_answered_times_out() {
        RawProvider provider = provider(RawProvider::waitForClose);
        ProviderOptions options = options(provider.address("https"), new ProviderTimeouts(SHORT, LONG, LONG, LONG));
        OpenAiChatModel model = new OpenAiChatModel(options);

        Refusal streamed =
                catchThrowableOfType(Refusal.class, () -> model.stream(CompletionRequest.of("Hi"), chunk -> {}));
        Refusal whole = catchThrowableOfType(Refusal.class, () -> model.complete(CompletionRequest.of("Hi")));

        assertThat(streamed.problem()).isEqualTo(new ProviderTimedOut("connect"));
        assertThat(whole.problem()).isEqualTo(new ProviderTimedOut("connect"));
    }

    @Test
    void slow_reader_does_not_make_the_provider_look_idle() {
        CountDownLatch sent = new CountDownLatch(1);
        RawProvider provider = provider((it, socket) -> {
            RawProvider.readRequest(socket);
            RawProvider.send(socket, RawProvider.STREAM + RawProvider.chunk(WORD));
            RawProvider.isOpen(socket, SHORT.multipliedBy(3));
            RawProvider.send(socket, RawProvider.chunk(WORD + END) + "0\r\n\r\n");
            sent.countDown();
            it.waitForClose(socket);
        });
        ChunkSink slow = new ChunkSink() {
            private boolean taken;

            @Override
            public void accept(Chunk chunk) {
                taken = true;
            }

            @Override
            public void settle() {
                if (taken) {
                    await(sent);
                }
            }
        };

        Completion whole =
                model(provider, new ProviderTimeouts(LONG, LONG, SHORT, LONG)).stream(CompletionRequest.of("Hi"), slow);

        assertThat(whole.content()).isEqualTo("HiHi");
    }

    private void assertTimedOut(String phase, ProviderTimeouts timeouts, String beginning, String heartbeat)
            throws InterruptedException {
        RawProvider provider = provider((it, socket) -> {
            RawProvider.readRequest(socket);
            RawProvider.send(socket, beginning);
            if (heartbeat.isEmpty()) {
                it.waitForClose(socket);
            }
            beat(socket, heartbeat);
        });

        assertTimedOut(
                phase, provider, () -> model(provider, timeouts).stream(CompletionRequest.of("Hi"), chunk -> {}));
    }

    /** On a busy machine a call can expire before it has connected: then another one is made. */
    private static void assertTimedOut(String phase, RawProvider provider, ThrowingCallable call)
            throws InterruptedException {
        do {
            Refusal refusal = catchThrowableOfType(Refusal.class, call);
            assertThat(refusal.problem()).isEqualTo(new ProviderTimedOut(phase));
        } while (!provider.isConnected());
        assertThat(provider.ended().await(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Sends pings until the client closes its connection, which makes a write fail. */
    private static void beat(Socket socket, String heartbeat) throws IOException {
        while (RawProvider.isOpen(socket, PACE)) {
            RawProvider.send(socket, RawProvider.chunk(heartbeat));
        }
        throw new IOException("the client has closed the connection");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException early) {
            throw new AssertionError(early);
        }
    }

    private RawProvider provider(RawProvider.Script script) {
        RawProvider provider = new RawProvider(script);
        providers.add(provider);
        return provider;
    }

    private static OpenAiChatModel model(RawProvider provider, ProviderTimeouts timeouts) {
        return new OpenAiChatModel(options(provider.address("http"), timeouts));
    }

    private static ProviderOptions options(String address, ProviderTimeouts timeouts) {
        return new ProviderOptions(
                address, Optional.empty(), "m", timeouts, ProviderOptions.DEFAULT_MAX_BODY_BYTES, Network.DEFAULT);
    }
}
