package dev.guildhall.llm.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.contract.ChatModelContract;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.ScriptedServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

    @AutoClose
    private final ScriptedServer provider = new ScriptedServer();

    @BeforeEach
    void answer_everything() {
        provider.answersEach(OpenAiChatModelTest::answer);
    }

    @Override
    public ChatModel wordyModel() {
        return OpenAiServer.model(provider);
    }

    @Override
    public ChatModel callingModel() {
        return OpenAiServer.model(provider);
    }

    @Test
    void calls_are_not_kept_when_the_sink_does_not_want_the_whole() {
        Completion answered = wordyModel().stream(wordyRequest(), new ChatModelContract.Passing());
        Completion called = callingModel().stream(callingRequest(), new ChatModelContract.Passing());

        assertThat(answered.content()).isEmpty();
        assertThat(called.toolCalls()).isEmpty();
    }

    @Test
    void models_keep_the_order_of_the_provider() {
        assertThat(OpenAiServer.model(provider).models())
                .containsExactly(
                        new ModelInfo("m-1", "m-1"),
                        new ModelInfo("m-2", "Second"),
                        new ModelInfo("mistral", "mistral", Set.of(ModelCapability.IMAGES)),
                        new ModelInfo("router", "router", Set.of(ModelCapability.IMAGES, ModelCapability.REASONING)),
                        new ModelInfo("odd", "odd"));
    }

    @Test
    void request_has_all_settings_in_the_protocol_of_the_provider() throws Exception {
        List<ChatMessage> messages = List.of(
                new ChatMessage.Instruction("Be brief."),
                new ChatMessage.User("Echo hi"),
                new ChatMessage.Assistant(
                        "", List.of(new ToolCall("c0", "sample.echo", new ToolArguments.Parsed(Map.of("text", "hi"))))),
                new ChatMessage.ToolResult("c0", "sample.echo", "{\"said\":\"hi\"}"));
        Sampling sampling = new Sampling(Optional.of("m-2"), OptionalDouble.of(0.5), OptionalInt.of(100));

        OpenAiServer.model(provider).stream(new CompletionRequest(messages, sampling, List.of(ECHO)), chunk -> {});

        RecordedRequest request = provider.taken();
        assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer " + ScriptedServer.KEY);
        assertThat(body(request)).isEqualTo(ProviderJson.MAPPER.readTree("""
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
    void sampling_settings_are_sent() throws Exception {
        DecodingOptions decoding = new DecodingOptions(
                OptionalDouble.of(0.9),
                List.of("END"),
                OptionalLong.of(7),
                OptionalDouble.of(-1),
                OptionalDouble.of(1.5));
        Sampling sampling = new Sampling(Optional.empty(), OptionalDouble.empty(), OptionalInt.empty(), decoding);

        OpenAiServer.model(provider)
                .complete(new CompletionRequest(List.of(new ChatMessage.User("hello")), sampling, List.of()));

        assertThat(body(provider.taken())).isEqualTo(ProviderJson.MAPPER.readTree("""
            {"model":"test-model","messages":[{"role":"user","content":"hello"}],"top_p":0.9,"stop":["END"],"seed":7,
            "presence_penalty":-1.0,"frequency_penalty":1.5,"stream":false}\
            """));
    }

    static Stream<Arguments> choices() {
        return Stream.of(
                Arguments.of(new ToolChoice.None(), "\"none\""),
                Arguments.of(new ToolChoice.Required(), "\"required\""),
                Arguments.of(
                        new ToolChoice.Named(ECHO.name()),
                        "{\"type\":\"function\",\"function\":{\"name\":\"sample__echo\"}}"));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void choice_among_functions_is_sent(ToolChoice choice, String wire) throws Exception {
        JsonNode body = asked(new FunctionOffer(List.of(ECHO), choice, false), new ResponseFormat.Words());

        assertThat(body.path("tool_choice")).isEqualTo(ProviderJson.MAPPER.readTree(wire));
        assertThat(body.path("parallel_tool_calls")).isEqualTo(BooleanNode.FALSE);
    }

    @Test
    void pictures_of_results_follow_them_in_a_message_of_the_user() throws Exception {
        ToolCall call = new ToolCall("c1", ECHO.name(), new ToolArguments.Parsed(Map.of()));
        ContentPart picture = ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png");
        CompletionRequest request = new CompletionRequest(
                List.of(
                        new ChatMessage.User("Look"),
                        new ChatMessage.Assistant("", List.of(call)),
                        new ChatMessage.ToolResult("c1", ECHO.name(), List.of(new ContentPart.Text("see"), picture)),
                        new ChatMessage.Assistant("A cat.")),
                Sampling.DEFAULT,
                List.of(ECHO));

        OpenAiServer.model(provider).complete(request);
        JsonNode messages = body(provider.taken()).path("messages");

        assertThat(messages.path(2).path("content").asText()).isEqualTo("see");
        assertThat(messages.path(3).toString())
                .isEqualTo("{\"role\":\"user\",\"content\":["
                        + "{\"type\":\"text\",\"text\":\"The result of the call c1 contains:\"},"
                        + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://example.org/a.png\"}}]}");
        assertThat(messages.path(4).path("role").asText()).isEqualTo("assistant");
    }

    @Test
    void strict_function_is_sent_as_strict() throws Exception {
        FunctionSpec strict = new FunctionSpec("one", "", ECHO.parameters(), true, Optional.empty());

        JsonNode tools = asked(FunctionOffer.of(List.of(strict, ECHO)), new ResponseFormat.Words())
                .path("tools");

        assertThat(tools.path(0).path("function").path("strict")).isEqualTo(BooleanNode.TRUE);
        assertThat(tools.path(1).path("function").has("strict")).isFalse();
    }

    @Test
    void default_settings_are_omitted_since_not_every_server_knows_them() throws Exception {
        JsonNode offered = asked(FunctionOffer.of(List.of(ECHO)), new ResponseFormat.Words());
        JsonNode nothing =
                asked(new FunctionOffer(List.of(), new ToolChoice.None(), false), new ResponseFormat.Words());

        assertThat(offered.has("tool_choice") || offered.has("parallel_tool_calls"))
                .isFalse();
        assertThat(nothing.has("tool_choice") || nothing.has("parallel_tool_calls"))
                .isFalse();
    }

    @Test
    void format_of_the_answer_is_sent() throws Exception {
        Map<String, Object> schema = Map.of("type", "object", "additionalProperties", false);

        JsonNode json = asked(FunctionOffer.NOTHING, new ResponseFormat.Json());
        JsonNode strict = asked(FunctionOffer.NOTHING, new ResponseFormat.Schema("thing", schema, true));

        assertThat(json.path("response_format")).isEqualTo(ProviderJson.MAPPER.readTree("{\"type\":\"json_object\"}"));
        assertThat(strict.path("response_format")).isEqualTo(ProviderJson.MAPPER.readTree("""
            {"type":"json_schema","json_schema":{"name":"thing","schema":{"type":"object",
            "additionalProperties":false},"strict":true}}\
            """));
    }

    private JsonNode asked(FunctionOffer offer, ResponseFormat format) throws Exception {
        OpenAiServer.model(provider)
                .complete(
                        new CompletionRequest(List.of(new ChatMessage.User("hello")), Sampling.DEFAULT, offer, format));
        return body(provider.taken());
    }

    @Test
    void request_without_choices_leaves_them_to_the_provider() throws Exception {
        OpenAiServer.model(provider).complete(CompletionRequest.of("hello"));

        assertThat(body(provider.taken())).isEqualTo(ProviderJson.MAPPER.readTree("""
            {"model":"test-model","messages":[{"role":"user","content":"hello"}],"stream":false}\
            """));
    }

    @Test
    void usage_and_model_are_those_that_the_provider_names() {
        Completion whole = OpenAiServer.model(provider).stream(wordyRequest(), chunk -> {});

        assertThat(whole.model()).isEqualTo("m-1");
        assertThat(whole.usage()).isEqualTo(new Usage(9, 3));
    }

    private static MockResponse answer(RecordedRequest request) {
        if (request.getTarget().endsWith("/models")) {
            return OpenAiServer.json("""
                {"object":"list","data":[{"id":"m-1"},{"id":""},{"id":"m-2","name":"Second"},
                {"id":"mistral","capabilities":{"vision":true,"reasoning":false}},
                {"id":"router","architecture":{"input_modalities":["text","image"]},"supported_parameters":["tools","reasoning"]},
                {"id":"odd","capabilities":"vision","architecture":7,"supported_parameters":{"reasoning":{}}}]}\
                """);
        }
        JsonNode body = body(request);
        boolean call = body.has("tools");
        return body.path("stream").asBoolean()
                ? OpenAiServer.events(call ? CALL : WORDS)
                : OpenAiServer.json(call ? WHOLE_CALL : WHOLE_WORDS);
    }

    private static JsonNode body(RecordedRequest request) {
        try {
            return ProviderJson.MAPPER.readTree(
                    requireNonNull(request.getBody()).utf8());
        } catch (JsonProcessingException notJson) {
            throw new AssertionError(notJson);
        }
    }
}
