package dev.guildhall.llm.anthropic;

import static dev.guildhall.llm.anthropic.AnthropicServer.STOP;
import static dev.guildhall.llm.anthropic.AnthropicServer.end;
import static dev.guildhall.llm.anthropic.AnthropicServer.input;
import static dev.guildhall.llm.anthropic.AnthropicServer.start;
import static dev.guildhall.llm.anthropic.AnthropicServer.stop;
import static dev.guildhall.llm.anthropic.AnthropicServer.text;
import static dev.guildhall.llm.anthropic.AnthropicServer.toolUse;
import static dev.guildhall.llm.anthropic.AnthropicServer.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.provider.AnthropicChatModel;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.testkit.contract.ChatModelContract;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AnthropicChatModelTest implements ChatModelContract {
    private static final String WORDS = start()
            + text(0)
            + AnthropicServer.PING
            + words(0, "One ")
            + words(0, "two ")
            + words(0, "three.")
            + stop(0)
            + end("end_turn", 3)
            + STOP;
    private static final String CALL = start()
            + toolUse(0, "toolu_01", "sample__echo")
            + input(0, "")
            + input(0, "{\"text\"")
            + input(0, ": \"hi\"}")
            + stop(0)
            + end("tool_use", 9)
            + STOP;
    private static final String WHOLE = """
        {"id":"msg_01","type":"message","role":"assistant","model":"claude-x-1","content":[%s],\
        "stop_reason":"%s","stop_sequence":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":0,\
        "cache_read_input_tokens":0,"output_tokens":3}}\
        """;
    private static final String WHOLE_WORDS =
            WHOLE.formatted("{\"type\":\"text\",\"text\":\"One two three.\"}", "end_turn");
    private static final String WHOLE_CALL = WHOLE.formatted(
            "{\"type\":\"tool_use\",\"id\":\"toolu_01\",\"name\":\"sample__echo\",\"input\":{\"text\":\"hi\"}}",
            "tool_use");

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @BeforeEach
    void answer_everything() {
        server.answersEach(AnthropicChatModelTest::answer);
    }

    @Override
    public ChatModel wordyModel() {
        return new AnthropicChatModel(AnthropicServer.options(server, ProviderTimeouts.DEFAULT));
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
    void request_names_the_key_and_the_version() throws Exception {
        wordyModel().complete(CompletionRequest.of("Hi"));

        RecordedRequest request = server.taken();
        assertThat(request.getMethod() + " " + request.getTarget()).isEqualTo("POST /v1/messages");
        assertThat(request.getHeaders().get("x-api-key")).isEqualTo(ScriptedServer.KEY);
        assertThat(request.getHeaders().get("anthropic-version")).isEqualTo("2023-06-01");
        assertThat(request.getHeaders().get("Authorization")).isNull();
    }

    @Test
    void models_of_all_pages_are_listed_in_order() throws Exception {
        assertThat(wordyModel().models())
                .containsExactly(
                        new ModelInfo("claude-x-1", "Claude X 1"),
                        new ModelInfo("claude-y", "claude-y"),
                        new ModelInfo("claude-z", "Claude Z"));
        assertThat(server.taken().getTarget()).isEqualTo("/v1/models?limit=1000");
        assertThat(server.taken().getTarget()).isEqualTo("/v1/models?limit=1000&after_id=claude-y");
    }

    @Test
    void list_of_models_without_an_end_is_bounded() {
        server.answersEach(request -> ScriptedServer.ok("application/json", """
            {"data":[{"type":"model","id":"again"}],"has_more":true,"first_id":"again","last_id":"again"}\
            """));

        assertThat(wordyModel().models()).containsExactly(new ModelInfo("again", "again"));
        assertThat(server.requests()).isEqualTo(10);
    }

    private static MockResponse answer(RecordedRequest request) {
        if (String.valueOf(request.getTarget()).startsWith("/v1/models")) {
            return ScriptedServer.ok("application/json", models(request));
        }
        JsonNode body = ScriptedServer.body(request);
        boolean call = body.has("tools");
        return body.path("stream").asBoolean()
                ? ScriptedServer.ok(AnthropicServer.EVENTS, call ? CALL : WORDS)
                : ScriptedServer.ok("application/json", call ? WHOLE_CALL : WHOLE_WORDS);
    }

    private static String models(RecordedRequest request) {
        return String.valueOf(request.getTarget()).contains("after_id=claude-y") ? """
            {"data":[{"type":"model","id":"claude-z","display_name":"Claude Z"},{"id":"claude-y"}],
            "has_more":false,"first_id":"claude-z","last_id":"claude-y"}\
            """ : """
                {"data":[{"type":"model","id":"claude-x-1","display_name":"Claude X 1",
                "created_at":"2026-01-01T00:00:00Z"},{"id":""},{"type":"model","id":"claude-y","display_name":" "}],
                "has_more":true,"first_id":"claude-x-1","last_id":"claude-y"}\
                """;
    }
}
