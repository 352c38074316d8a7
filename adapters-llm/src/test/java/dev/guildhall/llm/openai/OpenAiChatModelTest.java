package dev.guildhall.llm.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.wire.Json;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.contract.ChatModelContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpenAiChatModelTest implements ChatModelContract {
    private static final String WORDS = """
        data: {"model":"m-1","choices":[{"delta":{"role":"assistant","content":""}}]}

        data: {"model":"m-1","choices":[{"delta":{"content":"One "}}]}

        data: {"model":"m-1","choices":[{"delta":{"content":"two "}}]}

        data: {"model":"m-1","choices":[{"delta":{"content":"three."},"finish_reason":"stop"}]}

        data: {"model":"m-1","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3}}

        data: [DONE]

        """;
    private static final String CALL = """
        data: {"model":"m-1","choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function",\
        "function":{"name":"sample__echo","arguments":""}}]}}]}

        data: {"model":"m-1","choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"text\\""}}]}}]}

        data: {"model":"m-1","choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":\\"hi\\"}"}}]}}]}

        data: {"model":"m-1","choices":[{"delta":{},"finish_reason":"tool_calls"}]}

        data: [DONE]

        """;
    private static final String WHOLE_WORDS = """
        {"model":"m-1","choices":[{"message":{"role":"assistant","content":"One two three."},"finish_reason":"stop"}],
        "usage":{"prompt_tokens":9,"completion_tokens":3}}\
        """;
    private static final String WHOLE_CALL = """
        {"model":"m-1","choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1",
        "type":"function","function":{"name":"sample__echo","arguments":"{\\"text\\":\\"hi\\"}"}}]},
        "finish_reason":"tool_calls"}]}\
        """;

    private final ScriptedProvider provider = new ScriptedProvider();

    @BeforeEach
    void answer_everything() {
        provider.answersEach(OpenAiChatModelTest::answer);
    }

    @AfterEach
    void stop() {
        provider.close();
    }

    @Override
    public ChatModel wordyModel() {
        return provider.model();
    }

    @Override
    public ChatModel callingModel() {
        return provider.model();
    }

    @Test
    void models_keep_the_order_of_the_provider() {
        assertThat(provider.model().models())
                .containsExactly(new ModelInfo("m-1", "m-1"), new ModelInfo("m-2", "Second"));
    }

    @Test
    void request_says_everything_in_the_providers_words() throws Exception {
        List<ChatMessage> messages = List.of(
                new ChatMessage.Instruction("Be brief."),
                new ChatMessage.User("Echo hi"),
                new ChatMessage.Assistant(
                        "", List.of(new ToolCall("c0", "sample.echo", new ToolArguments.Parsed(Map.of("text", "hi"))))),
                new ChatMessage.ToolResult("c0", "sample.echo", "{\"said\":\"hi\"}"));
        Sampling sampling = new Sampling(Optional.of("m-2"), OptionalDouble.of(0.5), OptionalInt.of(100));

        provider.model().stream(new CompletionRequest(messages, sampling, List.of(ECHO)), chunk -> {});

        RecordedRequest request = provider.taken();
        assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer " + ScriptedProvider.KEY);
        assertThat(body(request)).isEqualTo(Json.MAPPER.readTree("""
            {"model":"m-2","messages":[
            {"role":"system","content":"Be brief."},{"role":"user","content":"Echo hi"},
            {"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function",
            "function":{"name":"sample__echo","arguments":"{\\"text\\":\\"hi\\"}"}}]},
            {"role":"tool","content":"{\\"said\\":\\"hi\\"}","tool_call_id":"c0"}],
            "temperature":0.5,"max_tokens":100,
            "tools":[{"type":"function","function":{"name":"sample__echo",
            "description":"Answers with the text that it is given.","parameters":{"type":"object",
            "properties":{"text":{"type":"string"}},"required":["text"]}}}],
            "stream":true,"stream_options":{"include_usage":true}}\
            """));
    }

    @Test
    void request_without_choices_leaves_them_to_the_provider() throws Exception {
        provider.model().complete(CompletionRequest.of("hello"));

        assertThat(body(provider.taken())).isEqualTo(Json.MAPPER.readTree("""
            {"model":"test-model","messages":[{"role":"user","content":"hello"}],"stream":false}\
            """));
    }

    @Test
    void usage_and_model_are_those_that_the_provider_names() {
        Completion whole = provider.model().stream(wordyRequest(), chunk -> {});

        assertThat(whole.model()).isEqualTo("m-1");
        assertThat(whole.usage()).isEqualTo(new Usage(9, 3));
    }

    private static MockResponse answer(RecordedRequest request) {
        if (request.getTarget().endsWith("/models")) {
            return ScriptedProvider.json("""
                {"object":"list","data":[{"id":"m-1"},{"id":""},{"id":"m-2","name":"Second"}]}\
                """);
        }
        JsonNode body = body(request);
        boolean call = body.has("tools");
        return body.path("stream").asBoolean()
                ? ScriptedProvider.events(call ? CALL : WORDS)
                : ScriptedProvider.json(call ? WHOLE_CALL : WHOLE_WORDS);
    }

    private static JsonNode body(RecordedRequest request) {
        try {
            return Json.MAPPER.readTree(requireNonNull(request.getBody()).utf8());
        } catch (JsonProcessingException notJson) {
            throw new AssertionError(notJson);
        }
    }
}
