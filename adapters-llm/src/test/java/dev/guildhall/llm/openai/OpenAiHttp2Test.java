package dev.guildhall.llm.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.wire.http.ProviderTimeouts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mockwebserver3.RecordedRequest;
import okhttp3.Protocol;
import org.junit.jupiter.api.Test;

/** Calls over TLS of a provider that chooses HTTP/2. */
class OpenAiHttp2Test extends OpenAiOverTls {
    private static final int CALLS = 40;

    OpenAiHttp2Test() {
        super(Protocol.HTTP_2);
    }

    @Test
    void many_calls_at_once_share_a_connection() throws Exception {
        ChatModel model = model(ProviderTimeouts.DEFAULT);
        server.answersEach(request -> requireNonNull(request.getBody()).utf8().contains("\"stream\":true")
                ? OpenAiServer.events(FIRST + REST)
                : OpenAiServer.json(ANSWER));
        model.complete(CompletionRequest.of("Hi"));
        List<Callable<Completion>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            calls.add(() -> model.complete(CompletionRequest.of("Hi")));
            calls.add(() -> model.stream(CompletionRequest.of("Hi"), chunk -> {}));
        }

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Completion> answer : threads.invokeAll(calls)) {
                assertThat(answer.get().content()).isEqualTo("Hi");
            }
        }

        Set<String> versions = new HashSet<>();
        Set<Integer> connections = new HashSet<>();
        for (int i = 0; i <= 2 * CALLS; i++) {
            RecordedRequest request = server.taken();
            versions.add(request.getVersion());
            connections.add(request.getConnectionIndex());
        }
        assertThat(versions).containsExactly("HTTP/2");
        assertThat(connections).hasSize(1);
    }
}
