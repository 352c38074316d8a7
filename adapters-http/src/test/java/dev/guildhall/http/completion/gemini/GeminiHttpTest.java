package dev.guildhall.http.completion.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
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
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.ProviderFault;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Gemini API in front of a model of another protocol, and of one of the same. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GeminiHttpTest {
    private static final String MODELS = "/completion/v1beta/models";
    private static final String ASK = MODELS + "/piecewise:generateContent";
    private static final String STREAM = MODELS + "/piecewise:streamGenerateContent";
    private static final String HI = "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"hi\"}]}]}";

    private final PiecewiseModel model = PiecewiseModel.saying("yes");
    private final PiecewiseModel same =
            new PiecewiseModel(Optional.of(Protocol.GEMINI_CONTENT), (request, sink) -> PiecewiseModel.said("yes"));

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.chatModel(model));

    @AutoClose
    private final TestServer ofSame = TestServer.start(parts -> parts.chatModel(same));

    private final Client client = server.client().stranger().client();
    private final Client clientOfSame = ofSame.client().stranger().client();

    private static String asking(String fields) {
        return HI.substring(0, HI.length() - 1) + "," + fields + "}";
    }

    private static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (IOException notJson) {
            throw new UncheckedIOException(text, notJson);
        }
    }

    @Test
    void a_whole_conversation_reaches_the_model() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = client.post(MODELS + "/org/big:generateContent", """
            {"systemInstruction":{"parts":[{"text":"Be"},{"text":"kind."}]},
             "contents":[
              {"role":"user","parts":[{"text":"See"},{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}},
                {"fileData":{"mimeType":"image/png","fileUri":"https://example.org/a.png"}}]},
              {"role":"model","parts":[{"text":"hm","thought":true},{"text":"Calling.","thoughtSignature":"s"},
                {"functionCall":{"name":"weather","args":{"city":"Bonn"}}},
                {"functionCall":{"id":"own","name":"weather","args":{}}}]},
              {"role":"user","parts":[{"text":"Well?"},
                {"functionResponse":{"name":"weather","response":{"output":"sunny"}}},
                {"functionResponse":{"id":"own","name":"weather","response":{"sky":"grey"}}}]}],
             "tools":[{"functionDeclarations":[{"name":"weather","description":"Tells it","parameters":{
               "type":"OBJECT","properties":{"city":{"type":"STRING","nullable":true,"maxLength":"9"}}}}]}],
             "toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["weather"]}},
             "generationConfig":{"temperature":0.5,"topP":0.9,"maxOutputTokens":9,"stopSequences":["x"],"seed":7,
               "candidateCount":1,"responseMimeType":"application/json","responseSchema":{"type":"ARRAY",
               "items":{"type":"STRING"}},"responseModalities":["TEXT"]}}
            """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().has("warnings")).as(answer.body()).isFalse();
        CompletionRequest asked = model.asked();
        assertThat(asked.messages())
                .containsExactly(
                        new ChatMessage.Instruction(
                                List.of(new ContentPart.Text("Be"), new ContentPart.Text("\nkind."))),
                        new ChatMessage.User(List.of(
                                new ContentPart.Text("See"),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "data:image/png;base64,iVBORw0KGgo="),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png"))),
                        new ChatMessage.Assistant(
                                "Calling.",
                                List.of(
                                        new ToolCall(
                                                "call_1", "weather", new ToolArguments.Parsed(Map.of("city", "Bonn"))),
                                        new ToolCall("own", "weather", new ToolArguments.Parsed(Map.of())))),
                        new ChatMessage.ToolResult("call_1", "weather", "sunny"),
                        new ChatMessage.ToolResult("own", "weather", "{\"sky\":\"grey\"}"),
                        new ChatMessage.User("Well?"));
        assertThat(asked.offer().choice()).isEqualTo(new ToolChoice.Named("weather"));
        assertThat(Json.text(asked.offer().functions().getFirst().parameters())).isEqualTo("""
            {"type":"object","properties":{"city":{"type":["string","null"],"maxLength":9}}}\
            """);
        assertThat(asked.format())
                .isEqualTo(new ResponseFormat.Schema(
                        "answer", Map.of("type", "array", "items", Map.of("type", "string")), false));
        assertThat(asked.sampling().model()).contains("org/big");
        assertThat(asked.sampling().maxTokens()).hasValue(9);
        assertThat(asked.sampling().temperature()).hasValue(0.5);
        assertThat(asked.sampling().decoding())
                .isEqualTo(new DecodingOptions(
                        OptionalDouble.of(0.9),
                        List.of("x"),
                        OptionalLong.of(7),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        true,
                        List.of()));
    }

    @Test
    void snake_case_is_read_as_camel_case() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = client.post(ASK, """
            {"system_instruction":{"parts":[{"text":"Be kind."}]},
             "contents":[{"parts":[{"inline_data":{"mime_type":"image/png","data":"iVBORw0KGgo="}}]}],
             "tools":[{"function_declarations":[{"name":"f","parameters_json_schema":{"type":"object"}}]}],
             "tool_config":{"function_calling_config":{"mode":"NONE"}},
             "generation_config":{"max_output_tokens":5}}
            """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(model.asked().messages()).hasSize(2);
        assertThat(model.asked().messages().getLast().media()).hasSize(1);
        assertThat(model.asked().offer())
                .isEqualTo(new FunctionOffer(
                        List.of(new FunctionSpec("f", "", Map.of("type", "object"))), new ToolChoice.None(), true));
        assertThat(model.asked().sampling().maxTokens()).hasValue(5);
    }

    @Test
    void a_second_result_of_a_call_is_left_out() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = client.post(ASK, """
            {"contents":[{"parts":[{"text":"hi"}]},
              {"role":"model","parts":[{"functionCall":{"id":"c","name":"f","args":{}}}]},
              {"role":"user","parts":[{"functionResponse":{"id":"c","name":"f","response":{"output":"one"}}},
                {"functionResponse":{"id":"c","name":"f","response":{"output":"two"}}}]}]}
            """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(model.asked().messages()).hasSize(3).last().isEqualTo(new ChatMessage.ToolResult("c", "f", "one"));
        assertThat(answer.json().at("/warnings/0").asText())
                .startsWith("contents[2].parts[1].functionResponse.response");
    }

    @Test
    void what_only_tunes_is_left_out_with_a_warning() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = client.post(ASK, asking("""
            "safetySettings":[{"category":"HARM_CATEGORY_HARASSMENT","threshold":"BLOCK_NONE"}],
            "tools":[{"googleSearch":{}}],"generationConfig":{"topK":3,"thinkingConfig":{"thinkingBudget":-1}}
            """));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().get("warnings").valueStream().map(JsonNode::asText))
                .allMatch(warning -> warning.endsWith("is not supported by the model's provider and was left out"))
                .map(warning -> warning.substring(0, warning.indexOf(' ')))
                .contains(
                        "safetySettings",
                        "tools[0].googleSearch",
                        "generationConfig.topK",
                        "generationConfig.thinkingConfig.thinkingBudget");
    }

    @Test
    void unknown_members_are_left_out_with_a_warning_at_every_level() {
        model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = client.post(ASK, """
            {"contents":[{"role":"user","z1":1,"parts":[{"text":"hi","z2":[1]},{"z3":{"a":"b"}},{"thought":true,"text":"x"}]},
                {"role":"moderator","parts":[{"text":"who"}]}],
             "systemInstruction":{"parts":[{"text":"s","z4":1}],"z5":null},
             "generationConfig":{"z6":{"deep":[{}]},"temperature":0.5},"z7":"__proto__",
             "tools":[{"z8":{}},{"functionDeclarations":[{"name":"f","z9":1}]}],"toolConfig":{"z10":1}}
            """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().get("warnings").toString()).contains("z6", "z7", "z8");
        assertThat(model.asked().messages()).isNotEmpty();
    }

    @Test
    void a_provider_that_fails_within_a_stream_of_the_protocol_ends_it_with_an_error() {
        same.plays((request, sink) -> {
            sink.accept(new Chunk.Original("", ByteBuffer.wrap("{\"a\": 1}".getBytes(StandardCharsets.UTF_8)), false));
            throw new Refusal(new CompletionProblem.ProviderFailed("the connection to the provider failed"));
        });

        List<JsonNode> events =
                events(clientOfSame.post(STREAM + "?alt=sse", HI).body());
        JsonNode array = clientOfSame.post(STREAM, HI).json();

        assertThat(events).hasSize(2);
        assertThat(array).hasSize(2);
        assertThat(events.getLast().at("/error/code").asInt()).isGreaterThanOrEqualTo(500);
        assertThat(array.get(1).at("/error/code").asInt()).isGreaterThanOrEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | contents",
                "{'contents':[]} | contents",
                "{'contents':[{'parts':[{'text':1}]}]} | contents[0].parts[0].text",
                "{'contents':[{'parts':[{'functionResponse':{'name':'f','response':{}}}]}]} | "
                        + "contents[0].parts[0].functionResponse.name",
                "{'contents':[{'parts':[{'text':'x'}]}],'generationConfig':{'temperature':3}} |"
                        + " generationConfig.temperature",
                "{'contents':[{'parts':[{'text':'x'}]}],'generationConfig':{'maxOutputTokens':0}} | maxOutputTokens",
                "{'contents':[{'parts':[{'text':'x'}]}],'generationConfig':{'candidateCount':2}} | candidateCount",
                "{'contents':[{'parts':[{'text':'x'}]}],'generationConfig':{'responseModalities':['IMAGE']}} | "
                        + "responseModalities",
                "{'contents':[{'parts':[{'text':'x'}]}],'cachedContent':'cachedContents/1'} | cachedContent",
                "{'contents':[{'parts':[{'fileData':{'fileUri':'gs://a/b'}}]}]} | fileUri",
                "{'contents':[{'parts':[{'inlineData':{'mimeType':'image/png','data':'!'}}]}]} | inlineData.data",
                "{'contents':[{'parts':[{'text':'x'}]}],'toolConfig':{'functionCallingConfig':{'mode':'ANY'}}} |"
                        + " tool_choice",
            })
    void a_bad_request_names_its_field(String body, String field) {
        Client.Answer answer = client.post(ASK, body.replace('\'', '"'));

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        JsonNode error = answer.json().get("error");
        assertThat(error.get("code").asInt()).isEqualTo(400);
        assertThat(error.get("status").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.get("message").asText()).contains(field);
    }

    @Test
    void a_whole_answer_has_googles_form() {
        model.plays((request, sink) -> new Completion(
                "Yes",
                Optional.empty(),
                "Hm",
                List.of(new ToolCall("c", "f", new ToolArguments.Parsed(Map.of("a", 1)))),
                "piecewise-1",
                new Usage(7, 5).withParts(2, 0, 3),
                FinishReason.TOOL_CALLS));

        Client.Answer hidden = client.post(ASK, HI);
        Client.Answer shown =
                client.post(ASK, asking("\"generationConfig\":{\"thinkingConfig\":{\"includeThoughts\":true}}"));

        assertThat(shown.json().get("candidates")).isEqualTo(json("""
            [{"content":{"parts":[{"text":"Hm","thought":true},{"text":"Yes"},
              {"functionCall":{"id":"c","name":"f","args":{"a":1}}}],"role":"model"},"finishReason":"STOP","index":0}]
            """));
        assertThat(shown.json().get("usageMetadata")).isEqualTo(json("""
            {"promptTokenCount":7,"candidatesTokenCount":2,"totalTokenCount":12,"cachedContentTokenCount":2,
             "thoughtsTokenCount":3}
            """));
        assertThat(shown.json().get("modelVersion").asText()).isEqualTo("piecewise-1");
        assertThat(hidden.json().at("/candidates/0/content/parts")).hasSize(2);
        assertThat(hidden.json().at("/warnings/0").asText()).startsWith("includeThoughts is not set");
    }

    private void callAndTalk() {
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("Let "));
            sink.accept(new Chunk.Text("me"));
            sink.accept(new Chunk.CallBegun(0, "a", "f"));
            sink.accept(new Chunk.CallBegun(1, "b", "g"));
            sink.accept(new Chunk.CallArguments(1, "{\"y\":"));
            sink.accept(new Chunk.CallArguments(0, "{\"x\":1}"));
            sink.accept(new Chunk.CallArguments(1, "2}"));
            return new Completion("", List.of(), "piecewise-1", new Usage(7, 3), FinishReason.TOOL_CALLS);
        });
    }

    private static List<JsonNode> events(String body) {
        List<JsonNode> events = new ArrayList<>();
        for (String event : body.split("\r\n\r\n")) {
            events.add(json(event.strip().replaceFirst("^data: ", "")));
        }
        return events;
    }

    private static void assertTalk(List<JsonNode> events) {
        assertThat(events).hasSize(3);
        assertThat(events.get(0).at("/candidates/0/content/parts/0/text").asText())
                .isEqualTo("Let ");
        assertThat(events.get(1).at("/candidates/0/content/parts/0/text").asText())
                .isEqualTo("me");
        assertThat(events.get(2).at("/candidates/0/content/parts")).isEqualTo(json("""
            [{"functionCall":{"id":"a","name":"f","args":{"x":1}}},{"functionCall":{"id":"b","name":"g","args":{"y":2}}}]
            """));
        assertThat(events.get(2).at("/candidates/0/finishReason").asText()).isEqualTo("STOP");
        assertThat(events.get(2).at("/usageMetadata/totalTokenCount").asInt()).isEqualTo(10);
    }

    @Test
    void a_stream_has_events_with_alt_sse() {
        callAndTalk();

        Client.Answer answer = client.post(STREAM + "?alt=sse", HI);

        assertThat(answer.header("Content-Type")).startsWith("text/event-stream");
        assertTalk(events(answer.body()));
    }

    @Test
    void a_stream_is_a_json_array_otherwise() {
        callAndTalk();

        Client.Answer answer = client.post(STREAM, HI);

        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertTalk(answer.json().valueStream().toList());
    }

    @Test
    void a_failure_within_a_stream_is_its_last_event() {
        model.plays((request, sink) -> {
            sink.accept(new Chunk.Text("Let"));
            throw new Refusal(new CompletionProblem.ProviderLimited(
                    Optional.of(Duration.ofSeconds(3)), false, ProviderFault.NONE));
        });

        JsonNode event = events(client.post(STREAM + "?alt=sse", HI).body()).getLast();
        JsonNode element = client.post(STREAM, HI).json().get(1);

        for (JsonNode last : List.of(event, element)) {
            assertThat(last.at("/error/code").asInt()).isEqualTo(429);
            assertThat(last.at("/error/status").asText()).isEqualTo("RESOURCE_EXHAUSTED");
            assertThat(last.at("/error/details/0/retryDelay").asText()).isEqualTo("3s");
        }
    }

    @Test
    void a_provider_of_the_protocol_receives_and_sends_bytes() {
        String body = "{ \"contents\":[{\"parts\":[{\"text\":\"hi\"}]}], \"cachedContent\": \"cachedContents/1\" }";
        String whole = "{\"candidates\": [],\"later\":1}";
        same.plays((request, sink) ->
                PiecewiseModel.said("yes").withOriginal(ByteBuffer.wrap(whole.getBytes(StandardCharsets.UTF_8))));

        assertThat(clientOfSame.post(ASK, body).body()).isEqualTo(whole);
        assertThat(StandardCharsets.UTF_8
                        .decode(same.asked().original().orElseThrow().body())
                        .toString())
                .isEqualTo(body);

        same.plays((request, sink) -> {
            for (String event : List.of("{\"a\": 1}", "{\"b\": 2}")) {
                sink.accept(new Chunk.Original("", ByteBuffer.wrap(event.getBytes(StandardCharsets.UTF_8)), false));
                sink.accept(new Chunk.Text("read from it"));
            }
            return PiecewiseModel.said("");
        });
        assertThat(clientOfSame.post(STREAM + "?alt=sse", body).body())
                .isEqualTo("data: {\"a\": 1}\r\n\r\ndata: {\"b\": 2}\r\n\r\n");
        assertThat(clientOfSame.post(STREAM, body).body()).isEqualTo("[{\"a\": 1},\r\n{\"b\": 2}]");
    }

    @Test
    void tokens_are_counted() {
        long plain = client.post(MODELS + "/piecewise:countTokens", HI)
                .json()
                .get("totalTokens")
                .asLong();
        long nested = client.post(
                        MODELS + "/piecewise:countTokens",
                        "{\"generateContentRequest\":{\"model\":\"models/piecewise\"," + HI.substring(1) + "}")
                .json()
                .get("totalTokens")
                .asLong();

        assertThat(plain).isPositive().isEqualTo(nested);
    }

    @Test
    void models_are_listed_and_found() {
        JsonNode listed = client.get(MODELS).json().get("models");

        assertThat(listed.valueStream().map(each -> each.get("name").asText()))
                .containsExactly("models/piecewise", "models/org/big");
        assertThat(client.get(MODELS + "/org/big").json()).isEqualTo(listed.get(1));
        Client.Answer unknown = client.get(MODELS + "/none");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.json().at("/error/status").asText()).isEqualTo("NOT_FOUND");
        assertThat(client.post(MODELS + "/piecewise:embedContent", HI).status()).isEqualTo(405);
    }

    @Test
    void a_client_without_a_key_gets_googles_error() {
        Client.Answer answer = server.client().post(ASK, HI);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.json().at("/error/status").asText()).isEqualTo("UNAUTHENTICATED");
    }
}
