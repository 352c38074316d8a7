package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OpenAiSettlingTest {
    private static final int WORDS = 5;
    private static final String WORD = "data: {\"choices\":[{\"delta\":{\"content\":\"w\"}}]}\n\n";
    private static final String END = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final CountDownLatch settled = new CountDownLatch(1);

    static Stream<ThreadFactory> threads() {
        return Stream.of(Thread.ofVirtual().factory(), Thread.ofPlatform().factory());
    }

    /** The provider continues after the sink has all chunks so far, so that a model which delays a chunk never ends. */
    @ParameterizedTest
    @MethodSource("threads")
    void chunks_that_arrive_together_settle_together_before_the_next_wait(ThreadFactory threads) throws Exception {
        try (RawProvider provider = new RawProvider(this::serve)) {
            Thread caller = threads.newThread(() -> seen.add(ask(provider).content()));
            caller.start();

            assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
        }

        assertThat(String.join(" ", seen)).startsWith("w w w w w settle").endsWith("w settle wwwwww");
    }

    private void serve(RawProvider provider, Socket socket) throws IOException {
        RawProvider.readRequest(socket);
        RawProvider.send(socket, RawProvider.STREAM + RawProvider.chunk(WORD).repeat(WORDS));
        await(settled);
        RawProvider.send(socket, RawProvider.chunk(WORD) + RawProvider.chunk(END) + "0\r\n\r\n");
        provider.waitForClose(socket);
    }

    private Completion ask(RawProvider provider) {
        ProviderOptions options = ProviderOptions.of(provider.address("http"), Optional.empty(), "m");
        return new OpenAiChatModel(options).stream(CompletionRequest.of("Hi"), new ChunkSink() {
            @Override
            public void accept(Chunk chunk) {
                seen.add("w");
            }

            @Override
            public void settle() {
                seen.add("settle");
                if (seen.contains("w")) {
                    settled.countDown();
                }
            }
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
