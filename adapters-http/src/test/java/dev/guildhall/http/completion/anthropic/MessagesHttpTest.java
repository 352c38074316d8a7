package dev.guildhall.http.completion.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.ProviderFault;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Anthropic's Messages API in front of a model of another protocol, and of one of the same. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessagesHttpTest {
    private static final String PATH = "/completion/v1/messages";
    private static final String COUNT = PATH + "/count_tokens";

    private final PiecewiseModel model = PiecewiseModel.saying("yes");
    private final PiecewiseModel same =
            new PiecewiseModel(Optional.of(Protocol.ANTHROPIC_MESSAGES), (request, sink) -> PiecewiseModel.said("yes"));

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.chatModel(model));

    @AutoClose
    private final TestServer ofSame = TestServer.start(parts -> parts.chatModel(same));

    private final Client client = server.client().stranger().client();
    private final Client clientOfSame = ofSame.client().stranger().client();

    private static String asking(String fields) {
        return "{\"model\":\"piecewise\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"
                + fields + "}";
    }

    @Test
    void a_whole_conversation_reaches_the_model() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = client.post(PATH, """
            {"model":"piecewise","max_tokens":9,"system":[{"type":"text","text":"Be"},{"type":"text","text":"kind."}],
             "stop_sequences":["x"],"temperature":0.5,"messages":[
              {"role":"user","content":[{"type":"text","text":"See"},
                {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},
                {"type":"image","source":{"type":"url","url":"https://example.org/a.png"}},
                {"type":"document","title":"n","source":{"type":"text","media_type":"text/plain","data":"hi"}}]},
              {"role":"assistant","content":[{"type":"text","text":"Calling."},
                {"type":"tool_use","id":"t1","name":"weather","input":{"city":"Bonn"}}]},
              {"role":"user","content":[{"type":"text","text":"Well?"},
                {"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"sunny"}]}]}],
             "tools":[{"name":"weather","description":"Tells it","input_schema":{"type":"object"}}],
             "tool_choice":{"type":"any","disable_parallel_tool_use":true},
             "output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}}
            """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().has("warnings")).isFalse();
        CompletionRequest asked = model.asked();
        assertThat(asked.messages())
                .containsExactly(
                        new ChatMessage.Instruction(
                                List.of(new ContentPart.Text("Be"), new ContentPart.Text("\nkind."))),
                        new ChatMessage.User(List.of(
                                new ContentPart.Text("See"),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "data:image/png;base64,iVBORw0KGgo="),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png"),
                                new ContentPart.Media(
                                        ContentPart.Kind.FILE,
                                        MediaSource.parse("data:text/plain;base64,aGk="),
                                        Optional.of("n")))),
                        new ChatMessage.Assistant(
                                "Calling.",
                                List.of(new ToolCall(
                                        "t1", "weather", new ToolArguments.Parsed(Map.of("city", "Bonn"))))),
                        new ChatMessage.ToolResult("t1", "weather", "sunny"),
                        new ChatMessage.User("Well?"));
        assertThat(asked.offer())
                .isEqualTo(new FunctionOffer(
                        List.of(new FunctionSpec("weather", "Tells it", Map.of("type", "object"))),
                        new ToolChoice.Required(),
                        false));
        assertThat(asked.format()).isEqualTo(new ResponseFormat.Schema("answer", Map.of("type", "object"), true));
        assertThat(asked.sampling().maxTokens()).hasValue(9);
        assertThat(asked.sampling().temperature()).hasValue(0.5);
        assertThat(asked.sampling().decoding().stop()).containsExactly("x");
    }

    @Test
    void what_is_not_known_is_translated_or_left_out_with_a_warning() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = client.post(PATH, """
            {"model":"piecewise","max_tokens":9,"thinking":{"type":"adaptive"},"output_config":{"effort":"high"},
             "context_management":{"edits":[{"type":"clear_thinking_20251015","keep":"all"}]},"speed":null,
             "tools":[{"name":"read","input_schema":{"type":"object"}},{"type":"web_search_20250305","name":"w"}],
             "tool_choice":{"type":"tool","name":"w"},
             "messages":[{"role":"user","content":[{"type":"text","text":"hi"},{"type":"quote","quote":"q"},
               {"type":"search_result","title":"T","source":"https://a/b","content":[{"type":"text","text":"found"}]}]},
              {"role":"system","content":"Be short."},
              {"role":"narrator","content":"x"}]}
            """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        CompletionRequest asked = model.asked();
        assertThat(asked.messages())
                .containsExactly(
                        new ChatMessage.User(
                                List.of(new ContentPart.Text("hi"), new ContentPart.Text("T\nhttps://a/b\nfound"))),
                        new ChatMessage.Instruction("Be short."),
                        new ChatMessage.User("x"));
        assertThat(asked.offer())
                .isEqualTo(FunctionOffer.of(List.of(new FunctionSpec("read", "", Map.of("type", "object")))));
        assertThat(asked.sampling().decoding().others())
                .containsExactly(new DecodingOptions.Setting("reasoning_effort", "high", "output_config.effort"));
        assertThat(answer.json().get("warnings"))
                .extracting(warning -> warning.asText().replaceFirst(" .*", ""))
                .containsExactlyInAnyOrder(
                        "messages[0].content[1].type",
                        "messages[2].role",
                        "tools[1].type",
                        "thinking",
                        "context_management",
                        "tool_choice",
                        "output_config.effort");
    }

    @Test
    void breakpoints_of_the_cache_and_pictures_of_results_reach_the_model() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = client.post(PATH, """
            {"model":"piecewise","max_tokens":9,"metadata":{"user_id":"u"},
             "system":[{"type":"text","text":"Be"},
              {"type":"text","text":"kind.","cache_control":{"type":"ephemeral","ttl":"1h"}}],
             "tools":[{"name":"weather","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}],
             "messages":[
              {"role":"user","content":"x"},
              {"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"weather","input":{},
                "cache_control":{"type":"ephemeral"}}]},
              {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","cache_control":{"type":"ephemeral"},
                "content":[{"type":"text","text":"see"},
                 {"type":"image","source":{"type":"url","url":"https://example.org/a.png"}}]}]}]}
            """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        CompletionRequest asked = model.asked();
        Optional<CacheBreakpoint> usual = Optional.of(new CacheBreakpoint(Optional.empty()));
        assertThat(asked.messages())
                .containsExactly(
                        new ChatMessage.Instruction(List.of(
                                new ContentPart.Text("Be"),
                                new ContentPart.Text("\nkind.", Optional.of(new CacheBreakpoint(Optional.of("1h")))))),
                        new ChatMessage.User("x"),
                        new ChatMessage.Assistant(
                                "", List.of(new ToolCall("t1", "weather", new ToolArguments.Parsed(Map.of()))), usual),
                        new ChatMessage.ToolResult(
                                "t1",
                                "weather",
                                List.of(
                                        new ContentPart.Text("see"),
                                        ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png"),
                                        new ContentPart.Text("", usual))));
        assertThat(asked.offer().functions().getFirst().cache()).isEqualTo(usual);
        assertThat(asked.sampling().decoding().others())
                .containsExactly(new DecodingOptions.Setting("user", "u", "metadata.user_id"));
    }

    @Test
    void reasoning_comes_to_clients_that_enable_it() {
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Reasoned("H"));
            sink.accept(new Chunk.Reasoned("m."));
            sink.accept(new Chunk.Text("Hi"));
            sink.settle();
            return new Completion("Hi", Optional.empty(), "Hm.", List.of(), "m-1", new Usage(7, 3), FinishReason.STOP);
        });
        String enabled = ",\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024}";

        assertThat(client.post(PATH, asking(enabled)).json().get("content").toString())
                .isEqualTo("[{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"\"},"
                        + "{\"type\":\"text\",\"text\":\"Hi\"}]");
        assertThat(client.post(PATH, asking(enabled + ",\"stream\":true")).body())
                .contains("event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,"
                        + "\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}}\n\n"
                        + "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
                        + "\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"H\"}}\n\n")
                .contains("\"index\":1,\"content_block\":{\"type\":\"text\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"thinking\":{\"type\":\"disabled\"}"})
    void reasoning_that_a_client_does_not_enable_is_left_out_with_a_warning(String thinking) {
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Reasoned("Hm."));
            sink.accept(new Chunk.Text("Hi"));
            sink.settle();
            return new Completion("Hi", Optional.empty(), "Hm.", List.of(), "m-1", new Usage(7, 3), FinishReason.STOP);
        });
        String warning = "thinking is not enabled: the reasoning of the model was left out";

        Client.Answer whole = client.post(PATH, asking(thinking));

        assertThat(whole.json().get("content").toString()).isEqualTo("[{\"type\":\"text\",\"text\":\"Hi\"}]");
        assertThat(whole.json().get("warnings").toString()).contains(warning);
        assertThat(client.post(PATH, asking(thinking + ",\"stream\":true")).body())
                .contains(warning)
                .doesNotContain("Hm.");
    }

    @Test
    void reasoning_behind_a_call_follows_it() {
        List<ToolCall> calls = List.of(new ToolCall("c1", "f", new ToolArguments.Parsed(Map.of())));
        model.plays((request, sink) -> {
            sink.accept(new Chunk.CallBegun(0, "c1", "f"));
            sink.accept(new Chunk.Reasoned("Hm."));
            sink.settle();
            return new Completion("", Optional.empty(), "Hm.", calls, "m-1", new Usage(7, 3), FinishReason.TOOL_CALLS);
        });

        assertThat(client.post(
                                PATH,
                                asking(",\"stream\":true,\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024}"))
                        .body())
                .containsSubsequence(
                        "\"index\":0,\"content_block\":{\"type\":\"tool_use\"",
                        "\"index\":0}",
                        "\"index\":1,\"content_block\":{\"type\":\"thinking\"",
                        "\"thinking_delta\",\"thinking\":\"Hm.\"",
                        "\"index\":1}",
                        "message_delta");
    }

    @Test
    void a_whole_answer_has_the_form_of_anthropic() {
        List<ToolCall> calls = List.of(new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of("n", 1))));
        Usage usage = new Usage(10, 3).withParts(4, 1, 0);
        model.plays((request, sink) -> new Completion("Hello", calls, "m-1", usage, FinishReason.TOOL_CALLS));

        Client.Answer answer = client.post(PATH, asking(",\"top_k\":5,\"thinking\":{\"type\":\"disabled\"}"));

        assertThat(answer.json().get("id").asText()).startsWith("msg_");
        assertThat(answer.body().substring(answer.body().indexOf("\"type\"")))
                .isEqualTo("\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m-1\",\"content\":["
                        + "{\"type\":\"text\",\"text\":\"Hello\"},"
                        + "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"weather\",\"input\":{\"n\":1}}],"
                        + "\"stop_reason\":\"tool_use\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":5,"
                        + "\"cache_creation_input_tokens\":1,\"cache_read_input_tokens\":4,\"output_tokens\":3},"
                        + "\"warnings\":[\"top_k is not supported by the model's provider and was left out\","
                        + "\"thinking is not supported by the model's provider and was left out\"]}");
    }

    @Test
    void a_stream_has_one_block_after_the_other_however_the_parts_of_calls_come() {
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("Hel"));
            sink.accept(new Chunk.Text("lo"));
            sink.accept(new Chunk.CallBegun(0, "c0", "a"));
            sink.accept(new Chunk.CallBegun(1, "c1", "b"));
            sink.accept(new Chunk.CallArguments(1, "{\"y\":"));
            sink.accept(new Chunk.CallArguments(0, "{}"));
            sink.accept(new Chunk.CallArguments(1, "2}"));
            sink.accept(new Chunk.Text("!"));
            sink.settle();
            return new Completion("", List.of(), "m-1", new Usage(7, 3), FinishReason.TOOL_CALLS);
        });

        Client.Answer answer = client.post(PATH, asking(",\"stream\":true"));

        assertThat(answer.body()
                        .lines()
                        .filter(line -> line.startsWith("event: "))
                        .map(line -> line.substring(7)))
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
        assertThat(answer.body())
                .contains(
                        "data:"
                            + " {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hel\"}}",
                        "\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"c0\",\"name\":\"a\",\"input\":{}}}",
                        "\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"y\\\":2}\"}}",
                        "\"index\":3,\"delta\":{\"type\":\"text_delta\",\"text\":\"!\"}}",
                        "\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":{\"input_tokens\":7,");
    }

    @Test
    void a_failure_in_a_stream_is_an_event_of_its_own() {
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("Hel"));
            sink.settle();
            throw new Refusal(new CompletionProblem.ProviderFailed("it broke"));
        });

        Client.Answer answer = client.post(PATH, asking(",\"stream\":true"));

        assertThat(answer.body())
                .contains("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":")
                .doesNotContain("message_stop");
    }

    @Test
    void a_provider_of_the_same_protocol_receives_and_sends_every_byte() {
        String body = "{ \"model\":\"m\",\"max_tokens\":9, \"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024},"
            + "\"mcp_servers\":[],\"tools\":[{\"type\":\"web_search_20250305\",\"name\":\"web_search\"}],"
            + "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\","
            + "\"cache_control\":{\"type\":\"ephemeral\"}}]},{\"role\":\"assistant\",\"content\":["
            + "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s\"},{\"type\":\"text\",\"text\":\"a\"}]}]}";
        String message = "{\"id\":\"m\", \"type\":\"message\",\"role\":\"assistant\",\"content\":[],\"x\":1.50}";
        same.plays((request, sink) -> PiecewiseModel.said("yes").withOriginal(bytes(message)));

        Client.Answer answer = clientOfSame.post(PATH, body);

        assertThat(answer.body()).isEqualTo(message);
        assertThat(StandardCharsets.UTF_8
                        .decode(same.asked().original().orElseThrow().body())
                        .toString())
                .isEqualTo(body);
    }

    @Test
    void its_events_keep_their_names() {
        same.plays((request, sink) -> {
            sink.accept(new Chunk.Original("message_start", bytes("{\"type\":\"message_start\", \"x\":1}"), false));
            sink.accept(new Chunk.Text("not sent again"));
            sink.accept(new Chunk.Original("ping", bytes("{\"type\": \"ping\"}"), false));
            sink.settle();
            return PiecewiseModel.said("unused");
        });

        assertThat(clientOfSame.post(PATH, asking(",\"stream\":true")).body())
                .isEqualTo("event: message_start\ndata: {\"type\":\"message_start\", \"x\":1}\n\n"
                        + "event: ping\ndata: {\"type\": \"ping\"}\n\n");
    }

    @Test
    void tokens_are_estimated_without_an_answer() {
        Client.Answer answer = client.post(
                COUNT, "{\"model\":\"piecewise\",\"messages\":[{\"role\":\"user\",\"content\":\"one two three\"}]}");

        assertThat(answer.body()).isEqualTo("{\"input_tokens\":6}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"max_tokens":9,"messages":[{"role":"user","content":"x"}]}|model: is required
        {"model":"m","messages":[{"role":"user","content":"x"}]}|max_tokens: is required
        {"model":"m","max_tokens":0,"messages":[{"role":"user","content":"x"}]}|max_tokens: must be an integer between 1
        {"model":"m","max_tokens":"9","messages":[{"role":"user","content":"x"}]}|max_tokens: must be an integer
        {"model":"m","max_tokens":9,"messages":[]}|messages: must be a non-empty array
        {"model":"m","max_tokens":9,"messages":[{"role":"user"}]}|messages[0].content: is required
        {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"video"}]}]}|messages[0].content[0].type: is not supported
        {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"image","source":{"type":"file","file_id":"f"}}]}]}|messages[0].content[0].source.type: is not supported
        {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"text/html","data":"aGk="}}]}]}|messages[0].content[0].source.data: must have a media type
        {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"image","source":{"type":"url","url":"http://169.254.169.254/"}}]}]}|messages[0].content[0].source.url: must be an https address
        {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]}|messages[0].content[0].tool_use_id: must be the id
        {"model":"m","max_tokens":9,"temperature":1.5,"messages":[{"role":"user","content":"x"}]}|temperature: must be between 0 and 1
        {"model":"m","max_tokens":9,"system":[{"type":"image","source":{"type":"url","url":"https://a/b"}}],"messages":[{"role":"user","content":"x"}]}|system: is not supported
        {"model":"m","max_tokens":9,"tools":[{"name":"t"}],"messages":[{"role":"user","content":"x"}]}|tools[0].input_schema: is required
        {"model":"m","max_tokens":9,"tool_choice":{"type":"tool","name":"x"},"messages":[{"role":"user","content":"x"}]}|tool_choice: must be fulfilled
        {"model":"m","max_tokens":9,"mcp_servers":[],"messages":[{"role":"user","content":"x"}]}|mcp_servers: is not supported
        """)
    void a_field_that_is_wrong_is_400_and_named(String body, String message) {
        Client.Answer answer = client.post(PATH, body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().get("type").asText()).isEqualTo("error");
        assertThat(answer.json().at("/error/type").asText()).isEqualTo("invalid_request_error");
        assertThat(answer.json().at("/error/message").asText()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({"overloaded_error,overloaded_error", "server_error,api_error"})
    void an_error_of_a_provider_keeps_a_type_that_clients_know(String type, String expected) {
        ProviderFault fault = new ProviderFault(Optional.of(type), Optional.empty(), Optional.empty());
        model.plays((request, sink) -> {
            throw new Refusal(new CompletionProblem.ProviderFailed("broken", false, Optional.empty(), fault));
        });

        assertThat(client.post(PATH, asking("")).json().at("/error/type").asText())
                .isEqualTo(expected);
        assertThat(client.post(PATH, asking(",\"stream\":true")).body())
                .contains("\"error\":{\"type\":\"" + expected + "\"");
    }

    @Test
    void errors_have_the_form_of_anthropic() {
        model.plays((request, sink) -> {
            throw new Refusal(new CompletionProblem.UnknownModel("no such model"));
        });

        Client.Answer unknown = client.post(PATH, asking(""));
        Client.Answer stranger = server.client().post(PATH, asking(""));

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.json().at("/error/type").asText()).isEqualTo("not_found_error");
        assertThat(stranger.status()).isEqualTo(401);
        assertThat(stranger.json().at("/error/type").asText()).isEqualTo("authentication_error");
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
