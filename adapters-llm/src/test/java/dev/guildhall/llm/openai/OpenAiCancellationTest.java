package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiCancellationTest {
    private static final String WORD = RawProvider.chunk("data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n");
    private static final int MOST_WAITING = 64;
    private static final int FULL_AFTER_MILLIS = 50;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();
    private final AtomicBoolean stillInterrupted = new AtomicBoolean();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    static Stream<ThreadFactory> threads() {
        return Stream.of(Thread.ofVirtual().factory(), Thread.ofPlatform().factory());
    }

    static Stream<Arguments> phases() {
        return threads()
                .flatMap(threads -> Stream.of(
                        Arguments.of(threads, "http", "a connection without an answer", ""),
                        Arguments.of(threads, "http", "half of a head", "HTTP/1.1 200 OK\r\nContent-"),
                        Arguments.of(threads, "http", "no token yet", RawProvider.STREAM),
                        Arguments.of(threads, "http", "half of an event", RawProvider.STREAM + "40\r\ndata: {\"cho"),
                        Arguments.of(threads, "http", "between tokens", RawProvider.STREAM + WORD)));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("phases")
    void interrupt_while_the_provider_is_silent_ends_the_call_upstream(
            ThreadFactory threads, String scheme, String phase, String beginning) throws Exception {
        RawProvider provider = provider((it, socket) -> {
            RawProvider.readRequest(socket);
            RawProvider.send(socket, beginning);
            it.waitForClose(socket);
        });

        interruptedAt(provider, threads, model -> model.stream(CompletionRequest.of("Hi"), chunk -> {}), scheme);

        assertCancelled();
        assertThat(provider.ended().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {RawProvider.STREAM, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"})
    void stream_that_stays_open_after_its_end_is_complete_at_once(String head) {
        RawProvider provider = provider((it, socket) -> {
            RawProvider.readRequest(socket);
            String body = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: [DONE]\n\n";
            RawProvider.send(socket, head + (head.contains("chunked") ? RawProvider.chunk(body) : body));
            it.waitForClose(socket);
        });
        ProviderOptions options = ProviderOptions.of(provider.address("http"), Optional.empty(), "m");

        Completion whole = new OpenAiChatModel(options).stream(CompletionRequest.of("Hi"), chunk -> {});

        assertThat(whole.content()).isEqualTo("Hi");
    }

    @ParameterizedTest
    @MethodSource("threads")
    void interrupt_while_a_whole_answer_comes_ends_the_call_upstream(ThreadFactory threads) throws Exception {
        RawProvider provider = provider((it, socket) -> {
            RawProvider.readRequest(socket);
            RawProvider.send(
                    socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{");
            it.waitForClose(socket);
        });

        interruptedAt(provider, threads, model -> model.complete(CompletionRequest.of("Hi")), "http");

        assertCancelled();
        assertThat(provider.ended().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("threads")
    void interrupt_in_the_handshake_ends_the_call_upstream(ThreadFactory threads) throws Exception {
        RawProvider provider = provider(RawProvider::waitForClose);

        interruptedAt(provider, threads, model -> model.complete(CompletionRequest.of("Hi")), "https");

        assertCancelled();
        assertThat(provider.ended().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("threads")
    void interrupt_while_connecting_ends_the_call(ThreadFactory threads) throws Exception {
        ServerSocket full = opened(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        fill(full);
        OpenAiChatModel model = model("http://127.0.0.1:" + full.getLocalPort() + "/v1");

        Thread caller = calling(threads, model, it -> it.complete(CompletionRequest.of("Hi")));
        while (caller.getState() != Thread.State.WAITING && caller.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        caller.interrupt();
        caller.join();

        assertCancelled();
    }

    @ParameterizedTest
    @MethodSource("threads")
    void sink_that_throws_ends_the_call_upstream(ThreadFactory threads) throws Exception {
        IllegalStateException gone = new IllegalStateException("gone");

        RawProvider provider = provider(OpenAiCancellationTest::oneWord);
        Thread caller = calling(
                threads,
                model(provider.address("http")),
                model -> model.stream(CompletionRequest.of("Hi"), chunk -> {
                    throw gone;
                }));
        caller.join();

        assertThat(thrown.get()).isSameAs(gone);
        assertThat(provider.ended().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("threads")
    void sink_that_throws_when_it_settles_ends_the_call_upstream(ThreadFactory threads) throws Exception {
        IllegalStateException gone = new IllegalStateException("gone");
        ChunkSink sink = new ChunkSink() {
            private boolean taken;

            @Override
            public void accept(Chunk chunk) {
                taken = true;
            }

            @Override
            public void settle() {
                if (taken) {
                    throw gone;
                }
            }
        };

        RawProvider provider = provider(OpenAiCancellationTest::oneWord);
        Thread caller = calling(
                threads, model(provider.address("http")), model -> model.stream(CompletionRequest.of("Hi"), sink));
        caller.join();

        assertThat(thrown.get()).isSameAs(gone);
        assertThat(provider.ended().await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void oneWord(RawProvider provider, Socket socket) throws IOException {
        RawProvider.readRequest(socket);
        RawProvider.send(socket, RawProvider.STREAM + WORD);
        provider.waitForClose(socket);
    }

    private void interruptedAt(
            RawProvider provider, ThreadFactory threads, Consumer<OpenAiChatModel> call, String scheme)
            throws InterruptedException {
        Thread caller = calling(threads, model(provider.address(scheme)), call);
        assertThat(provider.reached().await(10, TimeUnit.SECONDS)).isTrue();
        caller.interrupt();
        caller.join();
    }

    private Thread calling(ThreadFactory threads, OpenAiChatModel model, Consumer<OpenAiChatModel> call) {
        Thread caller = threads.newThread(() -> {
            thrown.set(catchThrowable(() -> call.accept(model)));
            stillInterrupted.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        return caller;
    }

    private void assertCancelled() {
        assertThat(thrown.get())
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isEqualTo(new CommonProblem.Cancelled()));
        assertThat(stillInterrupted).isTrue();
    }

    /** Opens connections until the server accepts no more. */
    private void fill(ServerSocket server) throws IOException {
        for (int i = 0; i < MOST_WAITING; i++) {
            Socket waiting = opened(new Socket());
            try {
                waiting.connect(server.getLocalSocketAddress(), FULL_AFTER_MILLIS);
            } catch (SocketTimeoutException isFull) {
                return;
            }
        }
        throw new AssertionError("the server takes every connection");
    }

    private RawProvider provider(RawProvider.Script script) {
        return opened(new RawProvider(script));
    }

    private <T extends AutoCloseable> T opened(T one) {
        open.add(one);
        return one;
    }

    private static OpenAiChatModel model(String address) {
        return new OpenAiChatModel(new ProviderOptions(
                address,
                Optional.of(ScriptedServer.KEY),
                "test-model",
                ProviderTimeouts.DEFAULT,
                ProviderOptions.DEFAULT_MAX_BODY_BYTES));
    }
}
