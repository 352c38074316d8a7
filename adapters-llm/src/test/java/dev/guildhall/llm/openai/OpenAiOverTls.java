package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.CancellationContract;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import dev.guildhall.wire.http.TestCertificate;
import java.time.InstantSource;
import java.util.Optional;
import okhttp3.Protocol;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Calls over TLS. */
abstract class OpenAiOverTls implements CancellationContract {
    private static final int LONG_QUESTION = 15 * 1024 * 1024;
    static final String ANSWER =
            "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}";
    static final String FIRST = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    static final String REST =
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    @AutoClose
    final ScriptedServer server;

    /** @param protocol the version of HTTP that the provider chooses */
    OpenAiOverTls(Protocol protocol) {
        server = new ScriptedServer(TestCertificate.LOCALHOST.context(), protocol);
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
                        new Network(TestCertificate.LOCALHOST.context(), Optional.empty())),
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
