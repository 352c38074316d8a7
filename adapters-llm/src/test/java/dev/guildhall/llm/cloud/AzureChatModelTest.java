package dev.guildhall.llm.cloud;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.llm.provider.AzureChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.PassedEndpoint;
import dev.guildhall.ports.completion.PassedMeasure;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.ScriptedServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureChatModelTest {
    private static final String ANSWER = """
        {"id":"c","object":"chat.completion","created":1,"model":"gpt-4o","prompt_filter_results":[],
         "choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"yes"}}],
         "usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}}
        """;

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    private AzureChatModel model(String key, Optional<String> version) {
        return new AzureChatModel(ProviderOptions.of(server.baseUrl(), Optional.of(key), "mine"), version);
    }

    @Test
    void a_version_leads_to_the_addresses_of_deployments() throws InterruptedException {
        server.answers(ScriptedServer.ok("application/json", ANSWER));

        Completion completion = model(ScriptedServer.KEY, Optional.of("2024-10-21"))
                .complete(CompletionRequest.of("Hi").withModel("a/b"));

        assertThat(completion.content()).isEqualTo("yes");
        RecordedRequest taken = server.taken();
        assertThat(taken.getTarget()).isEqualTo("/openai/deployments/a%2Fb/chat/completions?api-version=2024-10-21");
        assertThat(taken.getHeaders().get("api-key")).isEqualTo(ScriptedServer.KEY);
        assertThat(taken.getHeaders().get("Authorization")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', /openai/v1/chat/completions",
        "/, '', /openai/v1/chat/completions",
        "/, 2024-10-21, /openai/deployments/mine/chat/completions?api-version=2024-10-21",
        "/openai, '', /openai/v1/chat/completions",
        "/openai/v1/, '', /openai/v1/chat/completions",
        "/openai/v1/, 2024-10-21, /openai/deployments/mine/chat/completions?api-version=2024-10-21",
        "/gateway/openai/, '', /gateway/openai/v1/chat/completions",
        "'', 'preview&x', /openai/deployments/mine/chat/completions?api-version=preview%26x"
    })
    void an_endpoint_may_have_a_slash_and_the_path_of_the_protocol(String path, String version, String target)
            throws InterruptedException {
        server.answers(ScriptedServer.ok("application/json", ANSWER));
        String base = server.baseUrl().replaceFirst("/$", "") + path;

        new AzureChatModel(
                        ProviderOptions.of(base, Optional.of(ScriptedServer.KEY), "mine"),
                        Optional.of(version).filter(text -> !text.isEmpty()))
                .complete(CompletionRequest.of("Hi"));

        assertThat(server.taken().getTarget()).isEqualTo(target);
    }

    @Test
    void a_version_that_azure_does_not_know_is_told_in_its_words_with_what_to_do() {
        server.answers(
                ScriptedServer.status(404, "{\"error\":{\"code\":\"404\",\"message\": \"Resource not found\"}}"));

        assertThatThrownBy(() ->
                        model(ScriptedServer.KEY, Optional.of("2024-99-99")).complete(CompletionRequest.of("Hi")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(((CompletionProblem.UnknownModel) refusal.problem()).message())
                                .startsWith("Resource not found: check whether Azure has the api-version 2024-99-99")
                                .contains("GUILDHALL_LLM_API_VERSION", "the endpoint")
                                .doesNotContain(server.baseUrl()));
    }

    @Test
    void a_deployment_that_is_missing_is_told_in_azures_words_alone() {
        String words = "The API deployment for this resource does not exist.";
        server.answers(ScriptedServer.status(
                404, "{\"error\":{\"code\":\"DeploymentNotFound\",\"message\":\"" + words + "\"}}"));

        assertThatThrownBy(() ->
                        model(ScriptedServer.KEY, Optional.of("2024-10-21")).complete(CompletionRequest.of("Hi")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isEqualTo(new CompletionProblem.UnknownModel(words)));
    }

    @Test
    void without_a_version_the_model_is_in_the_body() throws InterruptedException {
        server.answers(ScriptedServer.ok("application/json", ANSWER));

        model("eyJhbGciOi.eyJzdWIi.c2ln", Optional.empty()).complete(CompletionRequest.of("Hi"));

        RecordedRequest taken = server.taken();
        assertThat(taken.getTarget()).isEqualTo("/openai/v1/chat/completions");
        assertThat(taken.getHeaders().get("Authorization")).isEqualTo("Bearer eyJhbGciOi.eyJzdWIi.c2ln");
        assertThat(taken.getHeaders().get("api-key")).isNull();
        assertThat(ScriptedServer.body(taken).get("model").asText()).isEqualTo("mine");
    }

    @Test
    void a_stream_begins_with_the_results_of_the_filter() {
        server.answers(ScriptedServer.ok("text/event-stream", """
            data: {"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0}]}

            data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"yes"},"content_filter_results":{}}],"id":"c"}

            data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"id":"c","model":"gpt-4o"}

            data: {"choices":[],"id":"c","usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}}

            data: [DONE]

            """));
        StringBuilder text = new StringBuilder();

        Completion completion =
                model(ScriptedServer.KEY, Optional.empty()).stream(CompletionRequest.of("Hi"), chunk -> {
                    if (chunk instanceof Chunk.Text(String content)) {
                        text.append(content);
                    }
                });

        assertThat(text).hasToString("yes");
        assertThat(completion.model()).isEqualTo("gpt-4o");
        assertThat(completion.usage().promptTokens()).isEqualTo(3);
    }

    @Test
    void a_request_of_the_protocol_passes_unchanged() throws InterruptedException {
        String body = "{ \"model\": \"alias\", \"messages\":[], \"n\": 1.0 }";
        server.answers(ScriptedServer.ok("application/json", ANSWER));
        CompletionRequest request = CompletionRequest.of("x")
                .withModel("real")
                .withOriginal(new OriginalRequest(
                        Protocol.OPENAI_CHAT,
                        ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
                        Map.of(),
                        List.of(),
                        List.of()));

        Completion completion = model(ScriptedServer.KEY, Optional.of("v")).complete(request);

        assertThat(completion.original()).isPresent();
        assertThat(requireNonNull(server.taken().getBody()).utf8()).isEqualTo(body.replace("alias", "real"));
    }

    @Test
    void other_endpoints_are_those_of_the_deployment() throws InterruptedException {
        server.answers(ScriptedServer.ok("audio/mpeg", "sound"));
        AzureChatModel model = model(ScriptedServer.KEY, Optional.of("v1"));
        StringBuilder received = new StringBuilder();

        model.pass(
                new PassedRequest(
                        PassedEndpoint.SPEECH,
                        Optional.of("tts"),
                        "application/json",
                        ByteBuffer.wrap("{\"model\":\"tts\",\"input\":\"a\"}".getBytes(StandardCharsets.UTF_8)),
                        PassedMeasure.NONE,
                        Optional.empty(),
                        Optional.empty()),
                new PassedSink() {
                    @Override
                    public void begin(String contentType) {
                        received.append(contentType).append('|');
                    }

                    @Override
                    public void bytes(ByteBuffer bytes) {
                        received.append(StandardCharsets.UTF_8.decode(bytes.duplicate()));
                    }
                });

        assertThat(received).hasToString("audio/mpeg|sound");
        assertThat(server.taken().getTarget()).isEqualTo("/openai/deployments/tts/audio/speech?api-version=v1");
        assertThat(model.has(PassedEndpoint.RERANK)).isFalse();
    }
}
