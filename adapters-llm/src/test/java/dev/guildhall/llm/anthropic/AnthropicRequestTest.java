package dev.guildhall.llm.anthropic;

import static dev.guildhall.wire.http.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.provider.HttpChatModel;
import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.anthropic.MessagesRequests;
import dev.guildhall.wire.http.ProviderJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicRequestTest {
    private static final FunctionSpec ECHO =
            new FunctionSpec("sample.echo", "Says it again.", Map.of("type", "object", "properties", Map.of()));
    private static final FunctionSpec BARE = new FunctionSpec("bare", "", Map.of());
    private static final List<ChatMessage> HI = List.of(new ChatMessage.User("Hi"));

    @Test
    void request_without_choices_has_only_required_fields() {
        assertThat(written(HI)).isEqualTo(json("""
            {"model":"test-model","max_tokens":8192,
            "messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],"stream":false}\
            """));
    }

    @Test
    void whole_conversation_is_sent_in_the_protocol_of_the_provider() {
        JsonNode request = written(
                new ChatMessage.Instruction("Be brief."),
                new ChatMessage.User("Echo hi and ho"),
                new ChatMessage.Assistant("Sure.", List.of(call("c1", Map.of("text", "hi")), call("c2", Map.of()))),
                new ChatMessage.ToolResult("c1", "sample.echo", "\"hi\""),
                new ChatMessage.ToolResult("c2", "sample.echo", ""),
                new ChatMessage.User("And?"));

        assertThat(request.path("system").asText()).isEqualTo("Be brief.");
        assertThat(request.path("messages")).isEqualTo(json("""
            [{"role":"user","content":[{"type":"text","text":"Echo hi and ho"}]},
            {"role":"assistant","content":[{"type":"text","text":"Sure."},
            {"type":"tool_use","id":"c1","name":"sample__echo","input":{"text":"hi"}},
            {"type":"tool_use","id":"c2","name":"sample__echo","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"\\"hi\\""},
            {"type":"tool_result","tool_use_id":"c2"},{"type":"text","text":"And?"}]}]\
            """));
    }

    @Test
    void pictures_and_files_keep_their_places() {
        JsonNode request = written(new ChatMessage.User(List.of(
                new ContentPart.Text("See"),
                ContentPart.Media.of(ContentPart.Kind.PICTURE, "data:image/png;base64,iVBORw0KGgo="),
                ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png"),
                new ContentPart.Media(
                        ContentPart.Kind.FILE,
                        MediaSource.parse("data:application/pdf;base64,JVBERi0="),
                        Optional.of("a.pdf")),
                new ContentPart.Media(
                        ContentPart.Kind.FILE, MediaSource.parse("data:text/plain;base64,aGk="), Optional.empty()))));

        assertThat(request.at("/messages/0/content")).isEqualTo(json("""
            [{"type":"text","text":"See"},
            {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},
            {"type":"image","source":{"type":"url","url":"https://example.org/a.png"}},
            {"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0="},"title":"a.pdf"},
            {"type":"document","source":{"type":"text","media_type":"text/plain","data":"hi"}}]
            """));
    }

    @Test
    void sound_is_refused() {
        ChatMessage sound = new ChatMessage.User(List.of(new ContentPart.Media(
                ContentPart.Kind.SOUND, MediaSource.parse("data:audio/wav;base64,UklGRg=="), Optional.empty())));

        assertThatThrownBy(() -> written(sound))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CompletionProblem.RequestRefused.class));
    }

    @Test
    void instructions_are_joined_wherever_they_stand() {
        JsonNode request = written(
                new ChatMessage.Instruction("One."),
                new ChatMessage.User("Hi"),
                new ChatMessage.Instruction(" "),
                new ChatMessage.User("Ho"),
                new ChatMessage.Instruction("Two."));

        assertThat(request.path("system").asText()).isEqualTo("One.\n\nTwo.");
        assertThat(request.path("messages")).isEqualTo(json("""
            [{"role":"user","content":[{"type":"text","text":"Hi"},{"type":"text","text":"Ho"}]}]\
            """));
    }

    @Test
    void results_come_before_text_between_them() {
        JsonNode request = written(
                new ChatMessage.User("Go"),
                new ChatMessage.Assistant("", List.of(call("a", Map.of()), call("b", Map.of()))),
                new ChatMessage.ToolResult("a", "sample.echo", "1"),
                new ChatMessage.User("Hurry"),
                new ChatMessage.ToolResult("b", "sample.echo", "2"));

        assertThat(request.path("messages").path(2).path("content").findValuesAsText("type"))
                .containsExactly("tool_result", "tool_result", "text");
    }

    @Test
    void conversation_that_the_assistant_begins_gets_a_first_turn_of_the_user() {
        JsonNode request = written(new ChatMessage.Assistant("Welcome!"), new ChatMessage.User("Hi"));

        assertThat(request.path("messages").findValuesAsText("role")).containsExactly("user", "assistant", "user");
    }

    @Test
    void instructions_alone_make_a_conversation() {
        JsonNode request = written(new ChatMessage.Instruction("Greet."), new ChatMessage.User(" "));

        assertThat(request.path("messages").findValuesAsText("role")).containsExactly("user");
        assertThat(request.path("messages")
                        .path(0)
                        .path("content")
                        .path(0)
                        .path("text")
                        .asText())
                .isNotBlank();
    }

    @Test
    void blank_text_is_omitted_and_a_last_text_of_the_assistant_is_stripped() {
        JsonNode request = written(
                new ChatMessage.User("Hi"),
                new ChatMessage.User("\n"),
                new ChatMessage.Assistant(""),
                new ChatMessage.Assistant("Well, \n"));

        assertThat(request.path("messages")).isEqualTo(json("""
            [{"role":"user","content":[{"type":"text","text":"Hi"}]},
            {"role":"assistant","content":[{"type":"text","text":"Well,"}]}]\
            """));
    }

    @Test
    void ids_of_other_providers_are_made_valid_and_unique() {
        JsonNode messages = written(
                        new ChatMessage.User("Go"),
                        new ChatMessage.Assistant("", List.of(call("functions.echo:0", Map.of()))),
                        new ChatMessage.ToolResult("functions.echo:0", "sample.echo", "1"),
                        new ChatMessage.Assistant("", List.of(call("functions.echo:0", Map.of()))),
                        new ChatMessage.ToolResult("functions.echo:0", "sample.echo", "2"))
                .path("messages");

        assertThat(messages.findValuesAsText("id")).containsExactly("functions_echo_0", "functions_echo_0_2");
        assertThat(messages.findValuesAsText("tool_use_id")).containsExactly("functions_echo_0", "functions_echo_0_2");
    }

    @Test
    void malformed_arguments_become_an_empty_object() {
        ToolCall broken = new ToolCall("a", "sample.echo", new ToolArguments.Malformed("{", "cut off"));

        JsonNode request = written(new ChatMessage.User("Go"), new ChatMessage.Assistant("", List.of(broken)));

        assertThat(request.path("messages").path(1).path("content").path(0).path("input"))
                .isEqualTo(json("{}"));
    }

    @Test
    void functions_always_have_the_type_of_their_arguments() {
        JsonNode request = written(HI, FunctionOffer.of(List.of(ECHO, BARE)));

        assertThat(request.path("tools")).isEqualTo(json("""
            [{"name":"sample__echo","description":"Says it again.",
            "input_schema":{"type":"object","properties":{}}},{"name":"bare",
            "input_schema":{"type":"object","properties":{}}}]\
            """));
        assertThat(request.has("tool_choice")).isFalse();
    }

    @Test
    void tool_choice_is_translated() {
        assertThat(choice(new ToolChoice.Auto(), false))
                .isEqualTo(json("{\"type\":\"auto\",\"disable_parallel_tool_use\":true}"));
        assertThat(choice(new ToolChoice.None(), false)).isEqualTo(json("{\"type\":\"none\"}"));
        assertThat(choice(new ToolChoice.Required(), true)).isEqualTo(json("{\"type\":\"any\"}"));
        assertThat(choice(new ToolChoice.Named("sample.echo"), false))
                .isEqualTo(json("{\"type\":\"tool\",\"name\":\"sample__echo\",\"disable_parallel_tool_use\":true}"));
    }

    @Test
    void conversation_with_calls_names_them_when_no_tools_are_offered() {
        JsonNode request = written(
                new ChatMessage.User("Go"),
                new ChatMessage.Assistant("", List.of(call("a", Map.of()), call("b", Map.of()))),
                new ChatMessage.ToolResult("a", "sample.echo", "1"),
                new ChatMessage.ToolResult("b", "sample.echo", "2"));

        assertThat(request.path("tools"))
                .isEqualTo(json("[{\"name\":\"sample__echo\",\"input_schema\":{\"type\":\"object\"}}]"));
        assertThat(request.path("tool_choice")).isEqualTo(json("{\"type\":\"none\"}"));
    }

    @ParameterizedTest
    @CsvSource({"0,0.0", "0.7,0.7", "1,1.0", "1.6,1.0"})
    void temperature_above_the_scale_of_the_provider_becomes_its_maximum(double asked, double sent) {
        Sampling sampling = new Sampling(Optional.of("m-2"), OptionalDouble.of(asked), OptionalInt.of(7));

        JsonNode request = written(new CompletionRequest(HI, sampling, List.of()));

        assertThat(request.path("temperature").asDouble()).isEqualTo(sent);
        assertThat(request.path("max_tokens").asInt()).isEqualTo(7);
        assertThat(request.path("model").asText()).isEqualTo("m-2");
    }

    @Test
    void settings_that_the_provider_does_not_have_are_omitted() {
        DecodingOptions decoding = new DecodingOptions(
                OptionalDouble.of(0.5),
                List.of("END", "\n"),
                OptionalLong.of(7),
                OptionalDouble.of(1),
                OptionalDouble.of(1));

        JsonNode request = written(decoded(OptionalDouble.empty(), decoding));

        assertThat(request.properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("model", "max_tokens", "messages", "top_p", "stop_sequences", "stream");
        assertThat(request.path("stop_sequences")).isEqualTo(json("[\"END\"]"));
        assertThat(request.path("top_p").asDouble()).isEqualTo(0.5);
    }

    @Test
    void top_p_is_omitted_with_a_temperature() {
        DecodingOptions decoding = new DecodingOptions(
                OptionalDouble.of(0.5),
                List.of(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty());

        JsonNode request = written(decoded(OptionalDouble.of(0.2), decoding));

        assertThat(request.has("top_p")).isFalse();
        assertThat(request.path("temperature").asDouble()).isEqualTo(0.2);
    }

    @Test
    void strict_schema_is_the_output_format() {
        Map<String, Object> schema = Map.of("type", "object", "additionalProperties", false);

        JsonNode request = written(formatted(new ResponseFormat.Schema("city", schema, true)));

        assertThat(request.path("output_config")).isEqualTo(json("""
            {"format":{"type":"json_schema","schema":{"type":"object","additionalProperties":false}}}\
            """));
        assertThat(request.has("system")).isFalse();
    }

    @Test
    void other_formats_become_instructions() {
        JsonNode any = written(formatted(new ResponseFormat.Json()));
        JsonNode loose = written(formatted(new ResponseFormat.Schema("city", Map.of("type", "object"), false)));

        assertThat(any.path("system").asText()).contains("one JSON object");
        assertThat(loose.path("system").asText()).contains("one JSON object").endsWith("{\"type\":\"object\"}");
        assertThat(loose.has("output_config")).isFalse();
    }

    @Test
    void breakpoints_of_the_cache_are_sent_where_they_are() {
        Optional<CacheBreakpoint> hour = Optional.of(new CacheBreakpoint(Optional.of("1h")));
        Optional<CacheBreakpoint> usual = Optional.of(new CacheBreakpoint(Optional.empty()));
        FunctionSpec function = new FunctionSpec("one", "", Map.of("type", "object"), false, hour);
        CompletionRequest request = new CompletionRequest(
                List.of(
                        new ChatMessage.Instruction(
                                List.of(new ContentPart.Text("Be kind.", usual), new ContentPart.Text("Today."))),
                        new ChatMessage.User(List.of(new ContentPart.Text("a", usual), new ContentPart.Text("b"))),
                        new ChatMessage.Assistant("c", List.of(call("c1", Map.of())), usual),
                        new ChatMessage.ToolResult("c1", "sample.echo", List.of(new ContentPart.Text("1", usual)))),
                Sampling.DEFAULT,
                List.of(function));

        JsonNode sent = written(request, false);

        String mark = "\"cache_control\":{\"type\":\"ephemeral\"}";
        assertThat(sent.path("system").toString())
                .isEqualTo("[{\"type\":\"text\",\"text\":\"Be kind.\"," + mark + "},"
                        + "{\"type\":\"text\",\"text\":\"Today.\"}]");
        assertThat(sent.path("tools").path(0).path("cache_control").path("ttl").asText())
                .isEqualTo("1h");
        assertThat(sent.path("messages").toString())
                .isEqualTo("[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"," + mark + "},"
                        + "{\"type\":\"text\",\"text\":\"b\"}]},"
                        + "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"c\"},"
                        + "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"sample__echo\",\"input\":{}," + mark + "}]},"
                        + "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\","
                        + "\"content\":\"1\"," + mark + "}]}]");
    }

    @Test
    void pictures_of_results_are_sent_with_them() {
        ContentPart picture = ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png");

        JsonNode sent = written(
                new ChatMessage.User("Look"),
                new ChatMessage.Assistant("", List.of(call("c1", Map.of()))),
                new ChatMessage.ToolResult("c1", "sample.echo", List.of(new ContentPart.Text("see"), picture)));

        assertThat(sent.at("/messages/2/content/0/content").toString())
                .isEqualTo("[{\"type\":\"text\",\"text\":\"see\"},"
                        + "{\"type\":\"image\",\"source\":{\"type\":\"url\",\"url\":\"https://example.org/a.png\"}}]");
    }

    @Test
    void strict_function_is_sent_as_strict() {
        FunctionSpec strict = new FunctionSpec("one", "", Map.of("type", "object"), true, Optional.empty());

        JsonNode tools = written(HI, FunctionOffer.of(List.of(strict, ECHO))).path("tools");

        assertThat(tools.path(0).path("strict").asBoolean()).isTrue();
        assertThat(tools.path(1).has("strict")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void request_asks_for_a_stream(boolean stream) {
        assertThat(written(CompletionRequest.of("Hi"), stream).path("stream").asBoolean())
                .isEqualTo(stream);
    }

    @Test
    void no_request_enables_reasoning() {
        JsonNode request = written(
                new ChatMessage.User("Echo hi"),
                new ChatMessage.Assistant("", List.of(call("c1", Map.of()))),
                new ChatMessage.ToolResult("c1", "sample.echo", "1"));

        assertThat(request.has("thinking")).isFalse();
        assertThat(request.path("messages").path(1).path("content"))
                .isEqualTo(json("[{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"sample__echo\",\"input\":{}}]"));
    }

    private static JsonNode choice(ToolChoice choice, boolean parallel) {
        return written(HI, new FunctionOffer(List.of(ECHO), choice, parallel)).path("tool_choice");
    }

    private static ToolCall call(String id, Map<String, Object> arguments) {
        return new ToolCall(id, "sample.echo", new ToolArguments.Parsed(arguments));
    }

    private static CompletionRequest formatted(ResponseFormat format) {
        return new CompletionRequest(HI, Sampling.DEFAULT, FunctionOffer.NOTHING, format);
    }

    private static CompletionRequest decoded(OptionalDouble temperature, DecodingOptions decoding) {
        Sampling sampling = new Sampling(Optional.empty(), temperature, OptionalInt.empty(), decoding);
        return new CompletionRequest(HI, sampling, List.of());
    }

    @Test
    void a_schema_that_the_provider_refuses_is_simplified() {
        FunctionSpec tool = new FunctionSpec(
                "a",
                "",
                Map.of(
                        "type", "object",
                        "properties", Map.of("x", Map.of("type", "string")),
                        "anyOf",
                                List.of(
                                        Map.of(
                                                "properties",
                                                Map.of("y", Map.of("$ref", "#/$defs/gone")),
                                                "required",
                                                List.of("x", "y")),
                                        Map.of(
                                                "properties",
                                                Map.of("z", Map.of("type", "integer")),
                                                "required",
                                                List.of("x", "z")))));

        assertThat(written(HI, FunctionOffer.of(List.of(tool))).at("/tools/0/input_schema"))
                .isEqualTo(json("""
                    {"type":"object","properties":{"x":{"type":"string"},"y":{},"z":{"type":"integer"}},"required":["x"]}\
                    """));
    }

    @Test
    void names_of_parameters_that_the_provider_refuses_are_replaced() {
        FunctionSpec tool = new FunctionSpec(
                "a",
                "",
                Map.of(
                        "type", "object",
                        "properties",
                                Map.of(
                                        "$top",
                                        Map.of("type", "integer"),
                                        "_top",
                                        Map.of(),
                                        "gr\u00f6\u00dfe",
                                        Map.of()),
                        "required", List.of("$top")));
        ChatMessage called = new ChatMessage.Assistant(
                "", List.of(new ToolCall("c1", "a", new ToolArguments.Parsed(Map.of("$top", 5)))));

        JsonNode request = written(
                List.of(new ChatMessage.User("Hi"), called, new ChatMessage.ToolResult("c1", "a", "1")),
                FunctionOffer.of(List.of(tool)));

        assertThat(request.at("/tools/0/input_schema/properties").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("_top_2", "_top", "gr__e");
        assertThat(request.at("/tools/0/input_schema/required").toString()).isEqualTo("[\"_top_2\"]");
        assertThat(request.at("/messages/1/content/0/input").toString()).isEqualTo("{\"_top_2\":5}");
    }

    private static JsonNode written(ChatMessage... messages) {
        return written(List.of(messages));
    }

    private static JsonNode written(List<ChatMessage> messages) {
        return written(messages, FunctionOffer.NOTHING);
    }

    private static JsonNode written(List<ChatMessage> messages, FunctionOffer offer) {
        return written(new CompletionRequest(messages, Sampling.DEFAULT, offer, new ResponseFormat.Words()));
    }

    private static JsonNode written(CompletionRequest request) {
        return written(request, false);
    }

    private static JsonNode written(CompletionRequest request, boolean stream) {
        return json(ProviderJson.write(MessagesRequests.json(
                request, request.sampling().model().orElse("test-model"), HttpChatModel.names(request), stream)));
    }

    @Test
    void stop_sequences_of_white_space_were_left_out_without_a_warning() {
        DecodingOptions decoding = new DecodingOptions(
                OptionalDouble.empty(),
                List.of("\n", "END", "  "),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty());
        Sampling sampling = new Sampling(Optional.empty(), OptionalDouble.empty(), OptionalInt.empty(), decoding);
        CompletionRequest request = new CompletionRequest(List.of(new ChatMessage.User("Hi")), sampling, List.of());

        assertThat(written(request, false).path("stop_sequences")).isEqualTo(json("[\"END\"]"));
        assertThat(MessagesRequests.leftOut(request)).containsExactly("stop[0]", "stop[2]");
    }
}
