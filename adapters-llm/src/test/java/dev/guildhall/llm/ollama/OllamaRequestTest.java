package dev.guildhall.llm.ollama;

import static dev.guildhall.wire.http.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.provider.HttpChatModel;
import dev.guildhall.llm.provider.OllamaChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.ollama.OllamaRequests;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OllamaRequestTest {
    private static final FunctionSpec ECHO =
            new FunctionSpec("sample.echo", "Says it again.", Map.of("type", "object"));
    private static final FunctionSpec OTHER = new FunctionSpec("sample.other", "", Map.of("type", "object"));
    private static final List<ChatMessage> HI = List.of(new ChatMessage.User("Hi"));

    @Test
    void request_without_choices_leaves_them_to_the_server() {
        assertThat(written(CompletionRequest.of("Hi"), true)).isEqualTo(json("""
            {"model":"test-model","messages":[{"role":"user","content":"Hi"}],"options":{"num_ctx":4096},"stream":true}\
            """));
    }

    @Test
    void whole_conversation_is_sent_in_the_protocol_of_the_server() {
        ToolCall parsed = new ToolCall("c1", "sample.echo", new ToolArguments.Parsed(Map.of("text", "hi")));
        ToolCall broken = new ToolCall("c2", "sample.echo", new ToolArguments.Malformed("{", "cut off"));
        List<ChatMessage> messages = List.of(
                new ChatMessage.Instruction("Be brief."),
                new ChatMessage.User("Echo hi"),
                new ChatMessage.Assistant("", List.of(parsed, broken)),
                new ChatMessage.ToolResult("c1", "sample.echo", "\"hi\""),
                new ChatMessage.Assistant("Done."));

        JsonNode request = written(new CompletionRequest(messages, Sampling.DEFAULT, List.of()), false);

        assertThat(request.path("messages")).isEqualTo(json("""
            [{"role":"system","content":"Be brief."},{"role":"user","content":"Echo hi"},
            {"role":"assistant","content":"","tool_calls":[
            {"id":"c1","function":{"name":"sample__echo","arguments":{"text":"hi"}}},
            {"id":"c2","function":{"name":"sample__echo","arguments":{}}}]},
            {"role":"tool","content":"\\"hi\\"","tool_name":"sample__echo","tool_call_id":"c1"},
            {"role":"assistant","content":"Done."}]\
            """));
    }

    @Test
    void settings_are_options() {
        DecodingOptions decoding = new DecodingOptions(
                OptionalDouble.of(0.9),
                List.of("END"),
                OptionalLong.of(7),
                OptionalDouble.of(0.5),
                OptionalDouble.of(-0.5));
        Sampling sampling = new Sampling(Optional.of("m-2"), OptionalDouble.of(1.5), OptionalInt.of(50), decoding);

        JsonNode request = written(new CompletionRequest(HI, sampling, List.of()), true);

        assertThat(request.path("model").asText()).isEqualTo("m-2");
        assertThat(request.path("options")).isEqualTo(json("""
            {"temperature":1.5,"num_predict":50,"top_p":0.9,"stop":["END"],"seed":7,"presence_penalty":0.5,
            "frequency_penalty":-0.5,"num_ctx":4096}\
            """));
    }

    @Test
    void functions_are_offered_with_their_schemas() {
        assertThat(tools(new ToolChoice.Auto())).isEqualTo(json("""
            [{"type":"function","function":{"name":"sample__echo","description":"Says it again.",
            "parameters":{"type":"object","properties":{}}}},
            {"type":"function","function":{"name":"sample__other","description":"",
            "parameters":{"type":"object","properties":{}}}}]\
            """));
    }

    @Test
    void tool_choice_decides_which_tools_are_offered() {
        assertThat(tools(new ToolChoice.None()).isMissingNode()).isTrue();
        assertThat(tools(new ToolChoice.Required()).findValuesAsText("name"))
                .containsExactly("sample__echo", "sample__other");
        assertThat(tools(new ToolChoice.Named("sample.other")).findValuesAsText("name"))
                .containsExactly("sample__other");
    }

    @Test
    void answer_format_becomes_the_format() {
        Map<String, Object> schema = Map.of("type", "object");

        assertThat(format(new ResponseFormat.Json())).isEqualTo(json("\"json\""));
        assertThat(format(new ResponseFormat.Schema("city", schema, false))).isEqualTo(json("{\"type\":\"object\"}"));
        assertThat(format(new ResponseFormat.Words()).isMissingNode()).isTrue();
    }

    private static JsonNode format(ResponseFormat format) {
        return written(new CompletionRequest(HI, Sampling.DEFAULT, FunctionOffer.NOTHING, format), true)
                .path("format");
    }

    private static JsonNode tools(ToolChoice choice) {
        FunctionOffer offer = new FunctionOffer(List.of(ECHO, OTHER), choice, true);
        return written(new CompletionRequest(HI, Sampling.DEFAULT, offer, new ResponseFormat.Words()), true)
                .path("tools");
    }

    @Test
    void pictures_stand_beside_the_text() {
        JsonNode request = written(
                saying(new ChatMessage.User(List.of(
                        new ContentPart.Text("See"),
                        ContentPart.Media.of(ContentPart.Kind.PICTURE, "data:image/png;base64,iVBORw0KGgo=")))),
                true);

        assertThat(request.path("messages")).isEqualTo(json("""
            [{"role":"user","content":"See","images":["iVBORw0KGgo="]}]
            """));
    }

    @Test
    void the_address_of_a_picture_is_refused() {
        ChatMessage user = new ChatMessage.User(
                List.of(ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png")));

        assertThatThrownBy(() -> written(saying(user), true))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CompletionProblem.RequestRefused.class));
    }

    private static CompletionRequest saying(ChatMessage message) {
        return new CompletionRequest(List.of(message), Sampling.DEFAULT, List.of());
    }

    private static JsonNode written(CompletionRequest request, boolean stream) {
        return json(ProviderJson.write(OllamaRequests.json(
                request,
                request.sampling().model().orElse("test-model"),
                HttpChatModel.names(request),
                stream,
                OllamaRequests.contextTokens(request))));
    }

    @Test
    void a_long_prompt_was_cut_to_the_context_of_the_server() {
        String prompt = "seven words make about seven tokens here ".repeat(800);

        long estimate = TokenEstimate.of(prompt).tokens();
        assertThat(estimate).isBetween(5_000L, 8_192L - 2_048L);
        assertThat(contextOf(prompt, OptionalInt.empty())).isEqualTo(8_192);
        assertThat(contextOf(prompt, OptionalInt.of(8_000))).isEqualTo(16_384);
    }

    private static long contextOf(String prompt, OptionalInt maxTokens) {
        Sampling sampling = new Sampling(Optional.empty(), OptionalDouble.empty(), maxTokens, DecodingOptions.DEFAULT);
        return written(new CompletionRequest(List.of(new ChatMessage.User(prompt)), sampling, List.of()), true)
                .at("/options/num_ctx")
                .asLong();
    }

    @Test
    void fields_of_the_protocol_that_a_client_added_were_left_out() {
        DecodingOptions decoding = adding(
                new DecodingOptions.Setting(
                        "options", Map.of("num_ctx", 1024, "mirostat", 2, "temperature", 0.1), "options"),
                new DecodingOptions.Setting("think", "low", "think"),
                new DecodingOptions.Setting("keep_alive", -1, "keep_alive"),
                new DecodingOptions.Setting("user", "u1", "user"));
        Sampling sampling = new Sampling(Optional.empty(), OptionalDouble.of(0.5), OptionalInt.empty(), decoding);
        CompletionRequest request = new CompletionRequest(HI, sampling, List.of());

        JsonNode written = written(request, false);

        assertThat(written.path("options")).isEqualTo(json("{\"temperature\":0.1,\"num_ctx\":1024,\"mirostat\":2}"));
        assertThat(written.path("think").asText()).isEqualTo("low");
        assertThat(written.path("keep_alive").asInt()).isEqualTo(-1);
        assertThat(new OllamaChatModel(ProviderOptions.of(OllamaChatModel.DEFAULT_BASE_URL, Optional.empty(), "m"))
                        .leftOut(request))
                .containsExactly("user");
    }

    @Test
    void options_that_are_no_object_are_left_out() {
        CompletionRequest request = new CompletionRequest(HI, passing("options", "fast"), List.of());

        assertThat(written(request, false).path("options")).isEqualTo(json("{\"num_ctx\":4096,\"num_predict\":50}"));
        assertThat(new OllamaChatModel(ProviderOptions.of(OllamaChatModel.DEFAULT_BASE_URL, Optional.empty(), "m"))
                        .leftOut(request))
                .containsExactly("options");
    }

    @Test
    void the_limit_of_the_answer_is_not_replaced_by_the_options_of_the_client() {
        CompletionRequest request =
                new CompletionRequest(HI, passing("options", Map.of("num_predict", -1, "mirostat", 2)), List.of());

        assertThat(written(request, false).path("options"))
                .isEqualTo(json("{\"num_ctx\":4096,\"num_predict\":50,\"mirostat\":2}"));
    }

    private static Sampling passing(String name, Object value) {
        DecodingOptions decoding = adding(new DecodingOptions.Setting(name, value, name));
        return new Sampling(Optional.empty(), OptionalDouble.empty(), OptionalInt.of(50), decoding);
    }

    private static DecodingOptions adding(DecodingOptions.Setting... settings) {
        return new DecodingOptions(
                OptionalDouble.empty(),
                List.of(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                false,
                List.of(settings));
    }
}
