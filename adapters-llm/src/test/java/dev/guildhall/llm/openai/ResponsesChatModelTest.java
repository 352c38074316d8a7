package dev.guildhall.llm.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.llm.provider.ResponsesChatModel;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.ScriptedServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A provider with OpenAI's Responses API, for clients of the same protocol and of others. */
class ResponsesChatModelTest {
    private static final String BODY =
            "{ \"model\": \"alias\", \"input\":\"\\u00e9é\",\"tools\":[{\"type\":\"web_search\"}],\"x\": 1.50 }";

    private static final String WHOLE = """
        {"id":"resp_1","status":"completed","error":null,"model":"m-1", "output":[
          {"type":"reasoning","id":"r","summary":[{"type":"summary_text","text":"Hm."}]},
          {"type":"web_search_call","id":"w","status":"completed"},
          {"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"Hi","annotations":[]}]},
          {"type":"function_call","id":"f","call_id":"c1","name":"weather","arguments":"{\\"n\\":1}"}],
         "usage":{"input_tokens":9,"input_tokens_details":{"cached_tokens":4},"output_tokens":3,
          "output_tokens_details":{"reasoning_tokens":2}}}
        """;

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private final ResponsesChatModel model = new ResponsesChatModel(
            ProviderOptions.of(OpenAiServer.baseUrl(server), Optional.of(ScriptedServer.KEY), "test-model"),
            InstantSource.fixed(ScriptedServer.NOW));

    @Test
    void a_whole_answer_and_its_request_are_unchanged() throws InterruptedException {
        server.answers(OpenAiServer.json(WHOLE));

        Completion completion = model.complete(passed("real"));

        assertThat(text(completion.original().orElseThrow())).isEqualTo(WHOLE);
        assertThat(completion.content()).isEqualTo("Hi");
        assertThat(completion.reasoning()).isEqualTo("Hm.");
        assertThat(completion.toolCalls())
                .containsExactly(new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of("n", 1))));
        assertThat(completion.usage()).isEqualTo(new Usage(9, 3).withParts(4, 0, 2));
        assertThat(sent()).isEqualTo(BODY.replace("alias", "real"));
    }

    @Test
    void the_events_of_a_stream_are_unchanged() {
        List<String> events = List.of(
                "{\"type\":\"response.created\",\"response\":{\"model\":\"m-1\"}, \"x\":1}",
                "{\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"custom_tool_call\","
                        + "\"call_id\":\"c1\",\"name\":\"patch\",\"input\":\"\"}}",
                "{\"type\":\"response.custom_tool_call_input.delta\",\"output_index\":0,\"delta\":\"a\"}",
                "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":{\"type\":\"custom_tool_call\","
                        + "\"call_id\":\"c1\",\"name\":\"patch\",\"input\":\"ab\"}}",
                "{\"type\":\"response.output_text.delta\",\"output_index\":1,\"delta\":\"Hi\"}",
                "{\"type\":\"response.incomplete\",\"response\":{\"status\":\"incomplete\",\"incomplete_details\":"
                        + "{\"reason\":\"max_output_tokens\"},\"usage\":{\"input_tokens\":9,\"output_tokens\":3}}}");
        server.answers(OpenAiServer.events("data: " + String.join("\n\ndata: ", events) + "\n\n"));
        List<String> passed = new ArrayList<>();
        List<String> names = new ArrayList<>();

        Completion completion = model.stream(passed("alias"), chunk -> {
            if (chunk instanceof Chunk.Original original) {
                passed.add(text(original.event()));
                names.add(original.name());
            }
        });

        assertThat(passed).isEqualTo(events);
        assertThat(names).startsWith("response.created").endsWith("response.incomplete");
        assertThat(completion.toolCalls())
                .containsExactly(new ToolCall("c1", "patch", new ToolArguments.Parsed(Map.of("input", "ab"))));
        assertThat(completion.finish()).isEqualTo(FinishReason.LENGTH);
        assertThat(completion.usage()).isEqualTo(new Usage(9, 3));
    }

    @Test
    void a_request_of_another_protocol_is_translated() throws InterruptedException, IOException {
        server.answers(OpenAiServer.json(WHOLE));

        model.complete(new CompletionRequest(
                List.of(
                        new ChatMessage.Instruction("Be kind."),
                        new ChatMessage.User(List.of(
                                new ContentPart.Text("See"),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png"))),
                        new ChatMessage.Assistant(
                                "Calling.",
                                List.of(new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of("n", 1))))),
                        new ChatMessage.ToolResult("c1", "weather", "sunny")),
                new Sampling(Optional.of("real"), OptionalDouble.of(0.5), OptionalInt.of(9)),
                new FunctionOffer(
                        List.of(new FunctionSpec(
                                "weather", "Looks", Map.of("type", "object"), false, Optional.empty())),
                        new ToolChoice.Named("weather"),
                        false),
                new ResponseFormat.Schema("n", Map.of("type", "object"), true)));

        ObjectMapper json = new ObjectMapper();
        assertThat(sent()).isEqualTo(json.readTree("""
            {"model":"real","input":[{"type":"message","role":"system","content":"Be kind."},
              {"type":"message","role":"user","content":[{"type":"input_text","text":"See"},
                {"type":"input_image","image_url":"https://example.org/a.png","detail":"auto"}]},
              {"type":"message","role":"assistant","content":"Calling."},
              {"type":"function_call","call_id":"c1","name":"weather","arguments":"{\\"n\\":1}"},
              {"type":"function_call_output","call_id":"c1","output":"sunny"}],
             "temperature":0.5,"max_output_tokens":9,
             "tools":[{"type":"function","name":"weather","description":"Looks","parameters":{"type":"object","properties":{}},
               "strict":false}],
             "tool_choice":{"type":"function","name":"weather"},"parallel_tool_calls":false,
             "text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object"},"strict":true}},
             "store":false,"stream":false}
            """).toString());
    }

    @Test
    void a_failure_is_passed_on_only_after_the_answer_has_begun() {
        String failure = "data: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":"
                + "{\"code\":\"rate_limit_exceeded\",\"type\":\"rate_limit\",\"message\":\"slow down\"}}}\n\n";
        server.answers(
                OpenAiServer.events(failure),
                OpenAiServer.events("data: {\"type\":\"response.created\",\"response\":{}}\n\n" + failure));
        List<Chunk> first = new ArrayList<>();
        List<Chunk> second = new ArrayList<>();

        Refusal atOnce = catchThrowableOfType(Refusal.class, () -> model.stream(passed("m"), first::add));
        Refusal later = catchThrowableOfType(Refusal.class, () -> model.stream(passed("m"), second::add));

        assertThat(atOnce.problem()).isInstanceOf(CompletionProblem.ProviderLimited.class);
        assertThat(first).isEmpty();
        assertThat(later.problem()).isInstanceOf(CompletionProblem.ProviderLimited.class);
        assertThat(second).hasSize(2);
    }

    @Test
    void a_stream_without_its_last_event_is_incomplete() {
        server.answers(OpenAiServer.events("data: {\"type\":\"response.output_text.delta\",\"delta\":\"Hi\"}\n\n"));

        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> model.stream(CompletionRequest.of("Hi"), chunk -> {}));

        assertThat(refusal.problem()).isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    private String sent() throws InterruptedException {
        return requireNonNull(server.taken().getBody()).utf8();
    }

    private static CompletionRequest passed(String model) {
        return CompletionRequest.of("é")
                .withModel(model)
                .withOriginal(new OriginalRequest(
                        Protocol.OPENAI_RESPONSES,
                        ByteBuffer.wrap(BODY.getBytes(StandardCharsets.UTF_8)),
                        Map.of(),
                        List.of(),
                        List.of("tools[0].type")));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }
}
