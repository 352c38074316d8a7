package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OpenAI's Responses API. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ResponsesHttpTest {
    private static final String PATH = OpenAiFixture.BASE + "/responses";

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(PiecewiseModel.saying("yes"));

    @Test
    void a_whole_conversation_reaches_the_model() {
        fixture.model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = fixture.post(PATH, """
            {"model":"piecewise","instructions":"Be kind.","max_output_tokens":9,"temperature":0.5,"store":false,
             "input":[{"role":"user","content":"See"},
              {"type":"message","role":"user","content":[{"type":"input_text","text":"this"},
                {"type":"input_image","image_url":"https://example.org/a.png","detail":"auto"}]},
              {"type":"message","role":"assistant","id":"m","status":"completed",
                "content":[{"type":"output_text","text":"Calling.","annotations":[]}]},
              {"type":"function_call","call_id":"c1","name":"weather","arguments":"{\\"city\\":\\"Bonn\\"}"},
              {"type":"function_call","call_id":"c2","name":"time","arguments":""},
              {"type":"function_call_output","call_id":"c1","output":"sunny"},
              {"type":"function_call_output","call_id":"c2","output":[{"type":"input_text","text":"noon"}]}],
             "tools":[{"type":"function","name":"weather","parameters":{"type":"object"},"strict":true}],
             "tool_choice":{"type":"function","name":"weather"},"parallel_tool_calls":false,
             "text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object"},"strict":true}},
             "metadata":{"a":"b"}}
            """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().has("warnings")).isFalse();
        assertThat(answer.json().at("/metadata/a").asText()).isEqualTo("b");
        CompletionRequest asked = fixture.model.asked();
        assertThat(asked.messages())
                .containsExactly(
                        new ChatMessage.Instruction("Be kind."),
                        new ChatMessage.User("See"),
                        new ChatMessage.User(List.of(
                                new ContentPart.Text("this"),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png"))),
                        new ChatMessage.Assistant(
                                "Calling.",
                                List.of(
                                        new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of("city", "Bonn"))),
                                        new ToolCall("c2", "time", new ToolArguments.Parsed(Map.of())))),
                        new ChatMessage.ToolResult("c1", "weather", "sunny"),
                        new ChatMessage.ToolResult("c2", "time", "noon"));
        assertThat(asked.offer())
                .isEqualTo(new FunctionOffer(
                        List.of(new FunctionSpec("weather", "", Map.of("type", "object"), true, Optional.empty())),
                        new ToolChoice.Named("weather"),
                        false));
        assertThat(asked.format()).isEqualTo(new ResponseFormat.Schema("n", Map.of("type", "object"), true));
        assertThat(asked.sampling().maxTokens()).hasValue(9);
        assertThat(asked.sampling().temperature()).hasValue(0.5);
    }

    @Test
    void a_whole_answer_has_the_form_of_openai() {
        List<ToolCall> calls = List.of(new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of("n", 1))));
        Usage usage = new Usage(10, 3).withParts(4, 0, 2);
        fixture.model.plays((request, sink) -> new Completion("Hello", calls, "m-1", usage, FinishReason.TOOL_CALLS));

        JsonNode json = fixture.post(
                        PATH,
                        "{\"model\":\"piecewise\",\"input\":\"hi\",\"reasoning\":"
                            + "{\"effort\":\"low\",\"summary\":\"auto\"},\"text\":{\"verbosity\":\"high\"},\"user\":\"u\"}")
                .json();

        assertThat(json.get("object").asText()).isEqualTo("response");
        assertThat(json.get("status").asText()).isEqualTo("completed");
        assertThat(json.get("model").asText()).isEqualTo("m-1");
        assertThat(json.at("/output/0/content").toString())
                .isEqualTo("[{\"type\":\"output_text\",\"text\":\"Hello\",\"annotations\":[],\"logprobs\":[]}]");
        assertThat(json.at("/output/1/call_id").asText()).isEqualTo("c1");
        assertThat(json.at("/output/1/arguments").asText()).isEqualTo("{\"n\":1}");
        assertThat(json.get("usage").toString())
                .isEqualTo("{\"input_tokens\":10,\"input_tokens_details\":{\"cached_tokens\":4},\"output_tokens\":3,"
                        + "\"output_tokens_details\":{\"reasoning_tokens\":2},\"total_tokens\":13}");
        assertThat(json.get("warnings").get(0).asText())
                .isEqualTo("reasoning.summary is not supported by the model's provider and was left out");
        assertThat(json.get("warnings")).hasSize(4);
        assertThat(fixture.model.asked().sampling().decoding().others())
                .containsExactlyInAnyOrder(
                        new DecodingOptions.Setting("reasoning_effort", "low", "reasoning.effort"),
                        new DecodingOptions.Setting("verbosity", "high", "text.verbosity"),
                        new DecodingOptions.Setting("user", "u", "user"));
    }

    @Test
    void reasoning_is_an_item_of_its_own() {
        fixture.model.plays((request, sink) -> {
            sink.accept(new Chunk.Reasoned("H"));
            sink.accept(new Chunk.Reasoned("m."));
            sink.accept(new Chunk.Text("Hi"));
            sink.settle();
            return new Completion("Hi", Optional.empty(), "Hm.", List.of(), "m-1", new Usage(7, 3), FinishReason.STOP);
        });

        JsonNode whole =
                fixture.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\"}").json();
        List<JsonNode> events =
                events(fixture.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\",\"stream\":true}"));

        assertThat(whole.at("/output/0/summary").toString())
                .isEqualTo("[{\"type\":\"summary_text\",\"text\":\"Hm.\"}]");
        assertThat(whole.at("/output/1/content/0/text").asText()).isEqualTo("Hi");
        assertThat(events.stream()
                        .map(event -> event.get("type").asText())
                        .toList()
                        .subList(2, 9))
                .containsExactly(
                        "response.output_item.added",
                        "response.reasoning_summary_part.added",
                        "response.reasoning_summary_text.delta",
                        "response.reasoning_summary_text.delta",
                        "response.reasoning_summary_text.done",
                        "response.reasoning_summary_part.done",
                        "response.output_item.done");
        assertThat(events.getLast().at("/response/output/0/summary/0/text").asText())
                .isEqualTo("Hm.");
    }

    @Test
    void an_answer_at_its_limit_is_incomplete() {
        fixture.model.plays(
                (request, sink) -> new Completion("Hel", List.of(), "m-1", new Usage(1, 1), FinishReason.LENGTH));

        JsonNode json =
                fixture.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\"}").json();

        assertThat(json.get("status").asText()).isEqualTo("incomplete");
        assertThat(json.at("/incomplete_details/reason").asText()).isEqualTo("max_output_tokens");
    }

    @Test
    void a_stream_has_the_events_of_openai_in_their_order() {
        fixture.model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("Hel"));
            sink.accept(new Chunk.Text("lo"));
            sink.accept(new Chunk.CallBegun(0, "c0", "a"));
            sink.accept(new Chunk.CallBegun(1, "c1", "b"));
            sink.accept(new Chunk.CallArguments(1, "{\"y\":"));
            sink.accept(new Chunk.CallArguments(0, "{}"));
            sink.accept(new Chunk.CallArguments(1, "2}"));
            sink.settle();
            return new Completion("", List.of(), "m-1", new Usage(7, 3), FinishReason.TOOL_CALLS);
        });

        Client.Answer answer = fixture.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\",\"stream\":true}");

        List<JsonNode> events = events(answer);
        assertThat(events.stream().map(event -> event.get("type").asText()))
                .containsExactly(
                        "response.created",
                        "response.in_progress",
                        "response.output_item.added",
                        "response.content_part.added",
                        "response.output_text.delta",
                        "response.output_text.delta",
                        "response.output_text.done",
                        "response.content_part.done",
                        "response.output_item.done",
                        "response.output_item.added",
                        "response.output_item.added",
                        "response.function_call_arguments.delta",
                        "response.function_call_arguments.delta",
                        "response.function_call_arguments.delta",
                        "response.function_call_arguments.done",
                        "response.output_item.done",
                        "response.function_call_arguments.done",
                        "response.output_item.done",
                        "response.completed");
        assertThat(answer.body()
                        .lines()
                        .filter(line -> line.startsWith("event: "))
                        .map(line -> line.substring(7)))
                .containsExactlyElementsOf(
                        events.stream().map(event -> event.get("type").asText()).toList());
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).get("sequence_number").asInt()).isEqualTo(i);
        }
        JsonNode whole = events.getLast().get("response");
        assertThat(whole.at("/output/0/content/0/text").asText()).isEqualTo("Hello");
        assertThat(whole.at("/output/1/arguments").asText()).isEqualTo("{}");
        assertThat(whole.at("/output/2/arguments").asText()).isEqualTo("{\"y\":2}");
        assertThat(whole.at("/usage/total_tokens").asInt()).isEqualTo(10);
    }

    /** The tools that coding agents send: functions, texts, namespaces, and those that a provider runs. */
    private static final String TOOLS = """
        "tools":[{"type":"function","name":"spawn","parameters":{"type":"object"}},
          {"type":"custom","name":"patch","description":"Applies it",
            "format":{"type":"grammar","syntax":"lark","definition":"start: /x/"}},
          {"type":"namespace","name":"agents","description":"d","tools":[
            {"type":"function","name":"spawn","parameters":{"type":"object"}},
            {"type":"function","name":"wait","parameters":{"type":"object"}}]},
          {"type":"web_search","external_web_access":false}]\
        """;

    @Test
    void each_tool_is_offered_as_a_function_and_called_in_its_own_form() {
        List<ToolCall> calls = List.of(
                new ToolCall("c1", "spawn", new ToolArguments.Parsed(Map.of())),
                new ToolCall("c2", "patch", new ToolArguments.Parsed(Map.of("input", "a\nb"))),
                new ToolCall("c3", "agents__spawn", new ToolArguments.Parsed(Map.of("n", 1))),
                new ToolCall("c4", "wait", new ToolArguments.Parsed(Map.of())));
        fixture.model.plays(
                (request, sink) -> new Completion("", calls, "m-1", new Usage(7, 3), FinishReason.TOOL_CALLS));

        JsonNode answer =
                fixture.post(PATH, "{\"model\":\"piecewise\"," + TOOLS + """
                    ,"tool_choice":{"type":"allowed_tools","mode":"required","tools":[{"type":"function","name":"spawn"},
                       {"type":"custom","name":"patch"},{"type":"function","name":"spawn","namespace":"agents"},
                       {"type":"web_search"}]},
                     "input":[{"role":"user","content":"hi"},
                      {"type":"custom_tool_call","call_id":"b1","name":"patch","input":"x"},
                      {"type":"function_call","call_id":"b2","namespace":"agents","name":"spawn","arguments":"{}"},
                      {"type":"web_search_call","id":"w","status":"completed"},
                      {"type":"custom_tool_call_output","call_id":"b1","output":"done"},
                      {"type":"function_call_output","call_id":"b2","output":"1"}]}
                    """).json();

        CompletionRequest asked = fixture.model.asked();
        assertThat(asked.offer().functions())
                .extracting(FunctionSpec::name)
                .containsExactly("spawn", "patch", "agents__spawn");
        assertThat(asked.offer().choice()).isEqualTo(new ToolChoice.Required());
        assertThat(asked.offer().functions().get(1).parameters().toString())
                .contains("input={", "lark grammar:\nstart: /x/");
        assertThat(asked.messages().get(1))
                .isEqualTo(new ChatMessage.Assistant(
                        "",
                        List.of(
                                new ToolCall("b1", "patch", new ToolArguments.Parsed(Map.of("input", "x"))),
                                new ToolCall("b2", "agents__spawn", new ToolArguments.Parsed(Map.of())))));
        assertThat(answer.get("warnings"))
                .extracting(warning -> warning.asText().replaceFirst(" .*", ""))
                .containsExactlyInAnyOrder("tools[3].type", "tool_choice.tools[3].type", "input[3].type");
        assertThat(answer.get("output"))
                .extracting(item -> item.get("type").asText() + " "
                        + item.path("namespace").asText() + " "
                        + item.get("name").asText() + " "
                        + item.path("arguments").asText() + item.path("input").asText())
                .containsExactly(
                        "function_call  spawn {}",
                        "custom_tool_call  patch a\nb",
                        "function_call agents spawn {\"n\":1}",
                        "function_call agents wait {}");
    }

    @Test
    void the_text_of_a_custom_call_comes_as_events() {
        fixture.model.plays((request, sink) -> {
            sink.accept(new Chunk.CallBegun(0, "c0", "patch"));
            sink.accept(new Chunk.CallArguments(0, "{\"input\":\"a"));
            sink.accept(new Chunk.CallArguments(0, "\\nb\"}"));
            sink.accept(new Chunk.CallBegun(1, "c1", "wait"));
            sink.accept(new Chunk.CallArguments(1, "{}"));
            sink.settle();
            return new Completion("", List.of(), "m-1", new Usage(7, 3), FinishReason.TOOL_CALLS);
        });

        List<JsonNode> events =
                events(fixture.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\",\"stream\":true," + TOOLS + "}"));

        assertThat(events.stream().map(event -> event.get("type").asText()).skip(2))
                .containsExactly(
                        "response.output_item.added",
                        "response.output_item.added",
                        "response.function_call_arguments.delta",
                        "response.custom_tool_call_input.delta",
                        "response.custom_tool_call_input.done",
                        "response.output_item.done",
                        "response.function_call_arguments.done",
                        "response.output_item.done",
                        "response.completed");
        assertThat(events.get(2).at("/item/input").asText("none")).isEmpty();
        assertThat(events.get(5).get("delta").asText()).isEqualTo("a\nb");
        assertThat(events.get(6).get("input").asText()).isEqualTo("a\nb");
        assertThat(events.get(7).at("/item/type").asText()).isEqualTo("custom_tool_call");
        assertThat(events.get(9).at("/item/namespace").asText()).isEqualTo("agents");
    }

    private static List<JsonNode> events(Client.Answer answer) {
        return answer.body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> OpenAiFixture.json(line.substring(6)))
                .toList();
    }

    @Test
    void a_failure_in_a_stream_is_an_event_of_its_own() {
        fixture.model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("Hel"));
            sink.settle();
            throw new Refusal(new CompletionProblem.ProviderFailed("it broke"));
        });

        Client.Answer answer = fixture.post(PATH, "{\"model\":\"piecewise\",\"input\":\"hi\",\"stream\":true}");

        assertThat(answer.body())
                .contains("event: error\n"
                        + "data: {\"type\":\"error\",\"sequence_number\":5,\"error\":{\"message\":\"it broke\"")
                .doesNotContain("response.completed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"input":"x"}|model|is required
        {"model":"m"}|input|is required
        {"model":"m","input":[]}|input|non-empty array
        {"model":"m","input":5}|input|must be a string
        {"model":"m","input":[{"role":"user"}]}|input[0].content|is required
        {"model":"m","input":[{"role":"user","content":[{"type":"input_video"}]}]}|input[0].content[0].type|is not supported
        {"model":"m","input":[{"role":"user","content":[{"type":"input_image","image_url":"file:///x"}]}]}|input[0].content[0].image_url|https address
        {"model":"m","input":[{"role":"user","content":[{"type":"input_image"}]}]}|input[0].content[0].image_url|is required
        {"model":"m","input":[{"role":"user","content":[{"type":"input_file","file_id":"f"}]}]}|input[0].content[0].file_id|is not supported
        {"model":"m","input":[{"role":"system","content":[{"type":"input_image","image_url":"https://a/b"}]}]}|input[0].content|is not supported
        {"model":"m","input":[{"type":"function_call_output","call_id":"c","output":"x"}]}|input[0].call_id|one of the calls
        {"model":"m","input":[{"type":"item_reference","id":"i"},{"role":"user","content":"x"}]}|input[0].type|is not supported
        {"model":"m","input":[{"type":"reasoning","summary":[]}]}|input|must have a message
        {"model":"m","input":"x","background":1}|background|true or false
        {"model":"m","input":"x","conversation":"c"}|conversation|is not supported
        {"model":"m","input":"x","max_output_tokens":0}|max_output_tokens|must be an integer between 1
        {"model":"m","input":"x","temperature":"1"}|temperature|must be a number
        {"model":"m","input":"x","tools":[{"type":"namespace","name":"n","tools":[{"type":"function"}]}]}|tools[0].tools[0].name|is required
        {"model":"m","input":"x","tools":[{"type":"function","name":""}]}|tools[0].name|1 to 128
        {"model":"m","input":"x","tool_choice":5}|tool_choice|must be a string
        {"model":"m","input":"x","tools":[{"type":"custom","name":""}]}|tools[0].name|1 to 128
        {"model":"m","input":"x","tools":[{"type":"web_search"}],"tool_choice":{"type":"function","name":"f"}}|tool_choice|must be fulfilled
        {"model":"m","input":"x","text":{"format":{"type":"json_schema"}}}|text.format.name|is required
        {"model":"m","input":"x","stream":1}|stream|true or false
        """)
    void a_field_that_is_wrong_is_400_and_named(String body, String param, String message) {
        Client.Answer answer = fixture.post(PATH, body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().at("/error/param").asText()).isEqualTo(param);
        assertThat(answer.json().at("/error/message").asText()).contains(message);
    }
}
