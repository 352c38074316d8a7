package dev.guildhall.llm.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelInfo;
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
import dev.guildhall.testkit.contract.ChatModelContract;
import dev.guildhall.wire.http.ScriptedServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GeminiChatModelTest implements ChatModelContract {
    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @BeforeEach
    void answer_everything() {
        server.answersEach(GeminiChatModelTest::answer);
    }

    @Override
    public ChatModel wordyModel() {
        return GeminiServer.model(server);
    }

    @Override
    public ChatModel callingModel() {
        return wordyModel();
    }

    private static MockResponse answer(RecordedRequest request) {
        String target = String.valueOf(request.getTarget());
        if (target.startsWith("/v1beta/models?")) {
            return ScriptedServer.ok("application/json", models(target));
        }
        boolean call = ScriptedServer.body(request).has("tools");
        String end = call
                ? GeminiServer.end(GeminiServer.call("sample__echo", "{\"text\":\"hi\"}"), "STOP")
                : GeminiServer.end(GeminiServer.text("three."), "STOP");
        if (target.contains(":streamGenerateContent?alt=sse")) {
            String words = GeminiServer.event(GeminiServer.parts(GeminiServer.text("One ")))
                    + GeminiServer.event(GeminiServer.parts(GeminiServer.text("two ")));
            return ScriptedServer.ok(GeminiServer.EVENTS, (call ? "" : words) + GeminiServer.event(end));
        }
        return ScriptedServer.ok(
                "application/json",
                call
                        ? end
                        : GeminiServer.end(GeminiServer.text("One ") + "," + GeminiServer.text("two three."), "STOP"));
    }

    private static String models(String target) {
        return target.contains("pageToken=next") ? """
            {"models":[{"name":"models/gemini-y","displayName":" "}]}
            """ : """
                {"models":[{"name":"models/gemini-x","displayName":"X","supportedGenerationMethods":["generateContent"],"thinking":true},
                  {"name":"models/embed","supportedGenerationMethods":["embedContent"]},{},null],"nextPageToken":"next"}
                """;
    }

    @Test
    void the_key_is_a_header_and_the_model_is_in_the_path() throws InterruptedException {
        wordyModel().complete(CompletionRequest.of("Hi").withModel("models/gemini x"));

        RecordedRequest request = server.taken();
        assertThat(request.getTarget()).isEqualTo("/v1beta/models/gemini%20x:generateContent");
        assertThat(request.getHeaders().get("x-goog-api-key")).isEqualTo(ScriptedServer.KEY);
        assertThat(request.getHeaders().get("Authorization")).isNull();
    }

    @Test
    void a_name_that_leads_to_another_path_is_unknown() {
        ChatModel model = wordyModel();

        for (String name : List.of("../secret", "a/../../b", "a//b", "models/..")) {
            assertThatThrownBy(() -> model.complete(CompletionRequest.of("Hi").withModel(name)))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal ->
                                    assertThat(refusal.problem()).isInstanceOf(CompletionProblem.UnknownModel.class));
        }
        assertThat(server.requests()).isZero();
    }

    @Test
    void models_of_all_pages_are_listed() {
        assertThat(wordyModel().models())
                .containsExactly(
                        new ModelInfo("gemini-x", "X", Set.of(ModelCapability.REASONING)),
                        new ModelInfo("gemini-y", "gemini-y"));
    }

    @Test
    void a_conversation_with_tools_is_written_in_the_protocol() throws InterruptedException {
        CompletionRequest request = new CompletionRequest(
                List.of(
                        new ChatMessage.Instruction("Be kind."),
                        new ChatMessage.User(List.of(
                                new ContentPart.Text("See"),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "data:image/png;base64,iVBORw0KGgo="),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png"))),
                        new ChatMessage.Assistant(
                                "",
                                List.of(
                                        new ToolCall("1", "a.b", new ToolArguments.Parsed(Map.of("n", 1))),
                                        new ToolCall("2", "a.b", new ToolArguments.Malformed("{", "bad")))),
                        new ChatMessage.ToolResult("1", "a.b", "one"),
                        new ChatMessage.ToolResult("2", "a.b", "two"),
                        new ChatMessage.User("Well?")),
                new Sampling(
                        Optional.of("gemini-3-pro"),
                        OptionalDouble.of(0.5),
                        OptionalInt.of(9),
                        new DecodingOptions(
                                OptionalDouble.of(0.9),
                                List.of("x"),
                                OptionalLong.of(7),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                false,
                                List.of(new DecodingOptions.Setting("reasoning_effort", "low", "reasoning_effort")))),
                new FunctionOffer(
                        List.of(new FunctionSpec("a.b", "Does it", Map.of("type", "object", "properties", Map.of()))),
                        new ToolChoice.Named("a.b"),
                        true),
                new ResponseFormat.Schema("answer", Map.of("type", "object"), true));

        wordyModel().complete(request);

        assertThat(ScriptedServer.body(server.taken())).isEqualTo(ScriptedServer.json("""
            {"systemInstruction":{"parts":[{"text":"Be kind."}]},
             "contents":[
              {"role":"user","parts":[{"text":"See"},{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}},
                {"fileData":{"fileUri":"https://example.org/a.png"}}]},
              {"role":"model","parts":[{"functionCall":{"name":"a__b","args":{"n":1}},
                 "thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"name":"a__b","args":{}}}]},
              {"role":"user","parts":[{"functionResponse":{"name":"a__b","response":{"output":"one"}}},
                {"functionResponse":{"name":"a__b","response":{"output":"two"}}},{"text":"Well?"}]}],
             "tools":[{"functionDeclarations":[{"name":"a__b","description":"Does it",
               "parametersJsonSchema":{"type":"object","properties":{}}}]}],
             "toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["a__b"]}},
             "generationConfig":{"temperature":0.5,"maxOutputTokens":9,"topP":0.9,"seed":7,"stopSequences":["x"],
               "responseMimeType":"application/json","responseJsonSchema":{"type":"object"},
               "thinkingConfig":{"thinkingLevel":"low","includeThoughts":true}}}
            """));
    }

    @Test
    void reasoning_counts_and_a_filtered_answer_are_read() {
        server.answersEach(request -> ScriptedServer.ok("application/json", """
            {"candidates":[{"content":{"parts":[{"text":"Hm","thought":true},{"text":"Yes"},
              {"inlineData":{"mimeType":"image/png","data":"x"}}]},"finishReason":"SAFETY","index":0},
              {"content":{"parts":[{"text":"other"}]},"index":1}],
             "usageMetadata":{"promptTokenCount":10,"cachedContentTokenCount":4,"candidatesTokenCount":2,
              "thoughtsTokenCount":5,"toolUsePromptTokenCount":1}}
            """));

        Completion completion = wordyModel().complete(CompletionRequest.of("Hi"));

        assertThat(completion.reasoning()).isEqualTo("Hm");
        assertThat(completion.content()).isEqualTo("Yes");
        assertThat(completion.finish()).isEqualTo(FinishReason.CONTENT_FILTER);
        assertThat(completion.usage()).isEqualTo(new Usage(11, 7).withParts(4, 0, 5));
        assertThat(completion.warnings()).containsExactly(Completion.partLeftOut("a picture"));
    }

    @Test
    void a_blocked_prompt_is_a_filtered_answer() {
        server.answersEach(request -> ScriptedServer.ok(
                "application/json",
                "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"usageMetadata\":{\"promptTokenCount\":3}}"));

        assertThat(wordyModel().complete(CompletionRequest.of("Hi")).finish()).isEqualTo(FinishReason.CONTENT_FILTER);
    }

    @Test
    void a_request_of_the_protocol_and_its_events_pass_unchanged() throws InterruptedException {
        String body = "{ \"contents\":[{\"parts\":[{\"text\":\"é\"}]}], \"safetySettings\":[] }";
        CompletionRequest request = CompletionRequest.of("é")
                .withModel("real")
                .withOriginal(new OriginalRequest(
                        Protocol.GEMINI_CONTENT,
                        ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
                        Map.of(),
                        List.of(),
                        List.of("safetySettings")));
        String first = "{\"candidates\": [{\"content\":{\"parts\":[{\"text\":\"a\",\"thoughtSignature\":\"s\"}]}}]}";
        String last = "{\"candidates\": [{\"finishReason\":\"STOP\"}],\"later\":1}";
        server.answersEach(
                any -> ScriptedServer.ok(GeminiServer.EVENTS, GeminiServer.event(first) + GeminiServer.event(last)));
        List<String> passed = new ArrayList<>();

        Completion completion = wordyModel().stream(request, chunk -> {
            if (chunk instanceof Chunk.Original original) {
                passed.add(StandardCharsets.UTF_8
                        .decode(original.event().duplicate())
                        .toString());
            }
        });

        assertThat(passed).containsExactly(first, last);
        assertThat(completion.content()).isEqualTo("a");
        assertThat(Objects.requireNonNull(server.taken().getBody()).utf8()).isEqualTo(body);
    }

    @Test
    void the_provider_counts_the_tokens_of_a_request_of_its_protocol() throws InterruptedException {
        server.answersEach(request -> ScriptedServer.ok("application/json", "{\"totalTokens\":14}"));
        CompletionRequest request = CompletionRequest.of("x")
                .withOriginal(new OriginalRequest(
                        Protocol.GEMINI_CONTENT,
                        ByteBuffer.wrap("{\"contents\":[]}".getBytes(StandardCharsets.UTF_8)),
                        Map.of(),
                        List.of(),
                        List.of()));

        assertThat(wordyModel().countTokens(request)).isEqualTo(14);
        assertThat(server.taken().getTarget()).isEqualTo("/v1beta/models/test-model:countTokens");
    }

    @Test
    void errors_keep_their_meaning() {
        assertThat(problem(400, "INVALID_ARGUMENT", "bad", "[]"))
                .isInstanceOfSatisfying(
                        CompletionProblem.RequestRefused.class,
                        refused -> assertThat(refused.message()).contains("bad"));
        assertThat(problem(400, "INVALID_ARGUMENT", "API key not valid", "[{\"reason\":\"API_KEY_INVALID\"}]"))
                .isInstanceOf(CompletionProblem.ProviderRefusedKey.class);
        assertThat(problem(404, "NOT_FOUND", "no model", "[]")).isInstanceOf(CompletionProblem.UnknownModel.class);
        assertThat(problem(429, "RESOURCE_EXHAUSTED", "slow", "[{\"retryDelay\":\"2.5s\"}]"))
                .isInstanceOfSatisfying(
                        CompletionProblem.ProviderLimited.class,
                        limited -> assertThat(limited.retryAfter()).contains(Duration.ofMillis(2500)));
        assertThat(problem(503, "UNAVAILABLE", "overloaded", "[]"))
                .isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    private Object problem(int status, String name, String message, String details) {
        String error = "{\"error\":{\"code\":" + status + ",\"message\":\"" + message + "\",\"status\":\"" + name
                + "\",\"details\":" + details + "}}";
        server.answersEach(request -> ScriptedServer.status(status, error));
        try {
            return wordyModel().complete(CompletionRequest.of("Hi"));
        } catch (Refusal refusal) {
            return refusal.problem();
        }
    }

    @Test
    void a_stream_that_ends_without_a_reason_or_with_an_error_fails() {
        server.answersEach(request ->
                ScriptedServer.ok(GeminiServer.EVENTS, GeminiServer.event(GeminiServer.parts(GeminiServer.text("a")))));
        assertThatThrownBy(() -> wordyModel().stream(CompletionRequest.of("Hi"), chunk -> {}))
                .hasMessageContaining("ProviderFailed");
        server.answersEach(request -> ScriptedServer.ok(
                GeminiServer.EVENTS,
                GeminiServer.event("{\"error\":{\"code\":429,\"message\":\"m\",\"status\":\"RESOURCE_EXHAUSTED\"}}")));
        assertThatThrownBy(() -> wordyModel().stream(CompletionRequest.of("Hi"), chunk -> {}))
                .hasMessageContaining("ProviderLimited");
    }

    @Test
    void settings_without_a_place_are_named() {
        CompletionRequest request = new CompletionRequest(
                List.of(new ChatMessage.User("Hi")),
                new Sampling(
                        Optional.empty(),
                        OptionalDouble.empty(),
                        OptionalInt.empty(),
                        new DecodingOptions(
                                OptionalDouble.empty(),
                                List.of(),
                                OptionalLong.of(1L << 40),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                false,
                                List.of(new DecodingOptions.Setting("user", "u", "user")))),
                new FunctionOffer(List.of(), new ToolChoice.Auto(), false),
                new ResponseFormat.Words());

        assertThat(wordyModel().leftOut(request)).containsExactly("user", "seed", "parallel_tool_calls");
    }

    private JsonNode asked(CompletionRequest request) throws InterruptedException {
        wordyModel().complete(request);
        return ScriptedServer.body(server.taken());
    }

    @Test
    void a_conversation_that_the_model_begins_gets_a_first_message() throws InterruptedException {
        CompletionRequest request =
                new CompletionRequest(List.of(new ChatMessage.Assistant("Hello")), Sampling.DEFAULT, List.of());

        assertThat(asked(request).at("/contents/0/role").asText()).isEqualTo("user");
    }
}
