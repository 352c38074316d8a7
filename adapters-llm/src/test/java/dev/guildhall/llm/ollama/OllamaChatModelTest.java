package dev.guildhall.llm.ollama;

import static dev.guildhall.llm.ollama.OllamaServer.call;
import static dev.guildhall.llm.ollama.OllamaServer.calls;
import static dev.guildhall.llm.ollama.OllamaServer.end;
import static dev.guildhall.llm.ollama.OllamaServer.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.provider.OllamaChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.testkit.contract.ChatModelContract;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import java.util.Optional;
import java.util.Set;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OllamaChatModelTest implements ChatModelContract {
    private static final String WORDS = words("One ") + words("two ") + words("three.") + end();
    private static final String CALL = calls(call("sample__echo", "{\"text\":\"hi\"}")) + end();
    private static final String WHOLE = """
        {"model":"llama3.2","created_at":"2026-11-20T10:00:00Z","message":{"role":"assistant","content":"%s"%s},\
        "done_reason":"stop","done":true,"total_duration":5,"prompt_eval_count":26,"eval_count":3}\
        """;
    private static final String WHOLE_WORDS = WHOLE.formatted("One two three.", "");
    private static final String WHOLE_CALL =
            WHOLE.formatted("", ",\"tool_calls\":[" + call("sample__echo", "{\"text\":\"hi\"}") + "]");

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @BeforeEach
    void answer_everything() {
        server.answersEach(OllamaChatModelTest::answer);
    }

    @Override
    public ChatModel wordyModel() {
        return new OllamaChatModel(OllamaServer.options(server, ProviderTimeouts.DEFAULT));
    }

    @Override
    public ChatModel callingModel() {
        return wordyModel();
    }

    @Test
    void calls_are_not_kept_when_the_sink_does_not_want_the_whole() {
        Completion answered = wordyModel().stream(wordyRequest(), new ChatModelContract.Passing());
        Completion called = callingModel().stream(callingRequest(), new ChatModelContract.Passing());

        assertThat(answered.content()).isEmpty();
        assertThat(called.toolCalls()).isEmpty();
    }

    @Test
    void key_is_sent_as_a_bearer_token() throws Exception {
        wordyModel().complete(CompletionRequest.of("Hi"));

        RecordedRequest request = server.taken();
        assertThat(request.getMethod() + " " + request.getTarget()).isEqualTo("POST /api/chat");
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer " + ScriptedServer.KEY);
    }

    @Test
    void server_without_a_key_gets_no_key() throws Exception {
        new OllamaChatModel(ProviderOptions.of(server.baseUrl(), Optional.empty(), "m"))
                .complete(CompletionRequest.of("Hi"));

        assertThat(server.taken().getHeaders().get("Authorization")).isNull();
    }

    @Test
    void models_are_those_that_the_server_has() throws Exception {
        assertThat(wordyModel().models())
                .containsExactly(
                        new ModelInfo("llama3.2:latest", "llama3.2:latest"),
                        new ModelInfo("qwen3:4b", "qwen3:4b", Set.of(ModelCapability.REASONING)));
        assertThat(server.taken().getTarget()).isEqualTo("/api/tags");
    }

    private static MockResponse answer(RecordedRequest request) {
        if ("/api/tags".equals(request.getTarget())) {
            return ScriptedServer.ok("application/json; charset=utf-8", """
                {"models":[{"name":"llama3.2:latest","model":"llama3.2:latest","size":1,"digest":"a",
                "details":{"family":"llama"}},{"name":""},{"name":"qwen3:4b","capabilities":["thinking"]},
                {"name":"qwen3:4b","capabilities":["thinking"]}]}\
                """);
        }
        JsonNode body = ScriptedServer.body(request);
        boolean call = body.has("tools");
        return body.path("stream").asBoolean()
                ? ScriptedServer.ok(OllamaServer.LINES, call ? CALL : WORDS)
                : ScriptedServer.ok("application/json; charset=utf-8", call ? WHOLE_CALL : WHOLE_WORDS);
    }
}
