package dev.guildhall.llm.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.llm.http.CancellationContract;
import dev.guildhall.llm.http.Network;
import dev.guildhall.llm.http.ProviderTimeouts;
import dev.guildhall.llm.http.ScriptedServer;
import dev.guildhall.llm.http.TestCertificate;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mockwebserver3.RecordedRequest;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls over TLS of a provider that chooses HTTP/2. */
class OpenAiHttp2Test implements CancellationContract {
    private static final int CALLS = 40;
    private static final int LONG_QUESTION = 15 * 1024 * 1024;
    private static final String ANSWER =
            "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}";
    private static final String FIRST = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    private static final String REST =
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    @TempDir
    private static Path directory;

    private static TestCertificate certificate;

    @AutoClose
    private final ScriptedServer server = new ScriptedServer(certificate.context());

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = TestCertificate.make(directory);
    }

    @Override
    public ScriptedServer server() {
        return server;
    }

    @Override
    public ChatModel model(ProviderTimeouts timeouts) {
        return new OpenAiChatModel(
                new ProviderOptions(
                        OpenAiServer.baseUrl(server),
                        Optional.of(ScriptedServer.KEY),
                        "test-model",
                        timeouts,
                        ProviderOptions.DEFAULT_MAX_BODY_BYTES,
                        new Network(certificate.context(), Optional.empty())),
                InstantSource.fixed(ScriptedServer.NOW));
    }

    @Override
    public String streamType() {
        return OpenAiServer.EVENTS;
    }

    @Override
    public String ping() {
        return ": ping\n\n";
    }

    @Override
    public String firstPart() {
        return FIRST;
    }

    @Override
    public String rest() {
        return REST;
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

    @Test
    void a_long_request_arrives_whole() throws Exception {
        server.answers(OpenAiServer.json(ANSWER));

        model(ProviderTimeouts.DEFAULT).complete(CompletionRequest.of("x".repeat(LONG_QUESTION)));

        assertThat(ScriptedServer.body(server.taken()).at("/messages/0/content").textValue())
                .hasSize(LONG_QUESTION);
    }

    @Test
    void a_provider_that_does_not_listen_cannot_be_reached() {
        ChatModel model = model(ProviderTimeouts.DEFAULT);
        server.close();

        Refusal refusal =
                Assertions.catchThrowableOfType(Refusal.class, () -> model.complete(CompletionRequest.of("Hi")));

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider could not be reached", true));
    }
}
