package dev.guildhall.llm.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.llm.provider.BedrockChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FinishReason;
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
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.contract.ChatModelContract;
import dev.guildhall.wire.bedrock.FrameBytes;
import dev.guildhall.wire.http.AwsCredentials;
import dev.guildhall.wire.http.ScriptedServer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BedrockChatModelTest implements ChatModelContract {
    private static final AwsCredentials CREDENTIALS =
            new AwsCredentials("AKIDEXAMPLE", "very-secret-key", Optional.of("session-token"));
    private static final String USAGE = "\"usage\":{\"inputTokens\":10,\"outputTokens\":3,\"totalTokens\":15,"
            + "\"cacheReadInputTokens\":2,\"cacheWriteInputTokens\":0}";

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @BeforeEach
    void answer_everything() {
        server.answersEach(BedrockChatModelTest::answer);
    }

    private BedrockChatModel model(Optional<String> key, Optional<AwsCredentials> credentials) {
        return new BedrockChatModel(
                ProviderOptions.of(server.baseUrl(), key, "test-model"),
                "eu-central-1",
                credentials,
                InstantSource.fixed(ScriptedServer.NOW));
    }

    @Override
    public ChatModel wordyModel() {
        return model(Optional.empty(), Optional.of(CREDENTIALS));
    }

    @Override
    public ChatModel callingModel() {
        return wordyModel();
    }

    private static MockResponse stream(byte[]... frames) {
        return ScriptedServer.status(200)
                .setHeader("Content-Type", "application/vnd.amazon.eventstream")
                .body(new Buffer().write(FrameBytes.joined(frames)))
                .build();
    }

    private static byte[] text(String text) {
        return FrameBytes.event(
                "contentBlockDelta", "{\"contentBlockIndex\":0,\"delta\":{\"text\":\"" + text + "\"},\"p\":\"abc\"}");
    }

    private static MockResponse answer(RecordedRequest request) {
        boolean call = ScriptedServer.body(request).has("toolConfig");
        byte[] start = FrameBytes.event("messageStart", "{\"role\":\"assistant\"}");
        byte[] metadata = FrameBytes.event("metadata", "{" + USAGE + ",\"metrics\":{\"latencyMs\":1}}");
        if (!String.valueOf(request.getTarget()).endsWith("/converse-stream")) {
            String content = call
                    ? "{\"toolUse\":{\"toolUseId\":\"t1\",\"name\":\"sample__echo\",\"input\":{\"text\":\"hi\"}}}"
                    : "{\"text\":\"One two three.\"}";
            return ScriptedServer.ok(
                    "application/json",
                    "{\"output\":{\"message\":{\"role\":\"assistant\",\"content\":[" + content + "]}},\"stopReason\":\""
                            + (call ? "tool_use" : "end_turn") + "\"," + USAGE + "}");
        }
        return call
                ? stream(
                        start,
                        FrameBytes.event(
                                "contentBlockStart",
                                "{\"contentBlockIndex\":0,\"start\":{\"toolUse\":{\"toolUseId\":\"t1\","
                                        + "\"name\":\"sample__echo\"}}}"),
                        FrameBytes.event(
                                "contentBlockDelta",
                                "{\"contentBlockIndex\":0,\"delta\":{\"toolUse\":{\"input\":\"{\\\"text\\\":\"}}}"),
                        FrameBytes.event(
                                "contentBlockDelta",
                                "{\"contentBlockIndex\":0,\"delta\":{\"toolUse\":{\"input\":\" \\\"hi\\\"}\"}}}"),
                        FrameBytes.event("contentBlockStop", "{\"contentBlockIndex\":0}"),
                        FrameBytes.event("messageStop", "{\"stopReason\":\"tool_use\"}"),
                        metadata)
                : stream(
                        start,
                        text("One "),
                        text("two "),
                        text("three."),
                        FrameBytes.event("contentBlockStop", "{\"contentBlockIndex\":0}"),
                        FrameBytes.event("messageStop", "{\"stopReason\":\"end_turn\"}"),
                        metadata);
    }

    @Test
    void a_request_is_signed_for_its_region() throws InterruptedException {
        wordyModel().complete(CompletionRequest.of("Hi").withModel("us.amazon/nova:0"));

        RecordedRequest taken = server.taken();
        assertThat(taken.getTarget()).isEqualTo("/model/us.amazon%2Fnova%3A0/converse");
        assertThat(taken.getHeaders().get("X-Amz-Date")).isEqualTo("20261120T100000Z");
        assertThat(taken.getHeaders().get("X-Amz-Security-Token")).isEqualTo("session-token");
        assertThat(taken.getHeaders().get("Authorization"))
                .matches("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261120/eu-central-1/bedrock/aws4_request,"
                        + " SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}");
    }

    @Test
    void a_key_is_a_bearer_token() throws InterruptedException {
        model(Optional.of(ScriptedServer.KEY), Optional.of(CREDENTIALS)).complete(CompletionRequest.of("Hi"));

        assertThat(server.taken().getHeaders().get("Authorization")).isEqualTo("Bearer " + ScriptedServer.KEY);
    }

    @Test
    void a_conversation_with_tools_is_written_in_the_protocol() throws InterruptedException {
        Optional<CacheBreakpoint> cache = Optional.of(new CacheBreakpoint(Optional.empty()));
        CompletionRequest request = new CompletionRequest(
                List.of(
                        new ChatMessage.Instruction(List.of(new ContentPart.Text("Be kind.", cache))),
                        new ChatMessage.User(List.of(
                                new ContentPart.Text("See"),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "data:image/png;base64,iVBORw0KGgo="),
                                new ContentPart.Media(
                                        ContentPart.Kind.FILE,
                                        MediaSource.parse("data:text/plain;base64,aGk="),
                                        Optional.of("a_b.txt")))),
                        new ChatMessage.Assistant(
                                "Calling.",
                                List.of(new ToolCall("c.1", "a.b", new ToolArguments.Parsed(Map.of("n", 1))))),
                        new ChatMessage.ToolResult("c.1", "a.b", "one"),
                        new ChatMessage.User("Well?")),
                new Sampling(
                        Optional.of("anthropic.claude-x"),
                        OptionalDouble.of(0.5),
                        OptionalInt.of(9),
                        new DecodingOptions(
                                OptionalDouble.empty(),
                                List.of("x"),
                                OptionalLong.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty())),
                new FunctionOffer(
                        List.of(new FunctionSpec("a.b", "Does it", Map.of("type", "object", "properties", Map.of()))),
                        new ToolChoice.Named("a.b"),
                        true),
                new ResponseFormat.Words());

        wordyModel().complete(request);

        assertThat(ScriptedServer.body(server.taken())).isEqualTo(ScriptedServer.json("""
            {"messages":[
              {"role":"user","content":[{"text":"See"},{"image":{"format":"png","source":{"bytes":"iVBORw0KGgo="}}},
                {"document":{"format":"txt","name":"a b txt","source":{"bytes":"aGk="}}}]},
              {"role":"assistant","content":[{"text":"Calling."},
                {"toolUse":{"toolUseId":"c_1","name":"a__b","input":{"n":1}}}]},
              {"role":"user","content":[{"toolResult":{"toolUseId":"c_1","content":[{"text":"one"}]}},
                {"text":"Well?"}]}],
             "system":[{"text":"Be kind."},{"cachePoint":{"type":"default"}}],
             "inferenceConfig":{"maxTokens":9,"temperature":0.5,"stopSequences":["x"]},
             "toolConfig":{"tools":[{"toolSpec":{"name":"a__b","description":"Does it",
               "inputSchema":{"json":{"type":"object","properties":{}}}}}],"toolChoice":{"tool":{"name":"a__b"}}}}
            """));
        assertThat(wordyModel().leftOut(request)).isEmpty();
        assertThat(wordyModel().leftOut(request.withModel("meta.llama"))).containsExactly("cache_control");
    }

    @Test
    void reasoning_and_the_counts_of_the_cache_are_read() {
        server.answersEach(request -> stream(
                FrameBytes.event("messageStart", "{\"role\":\"assistant\"}"),
                FrameBytes.event(
                        "contentBlockDelta",
                        "{\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"text\":\"Hm\"}}}"),
                FrameBytes.event(
                        "contentBlockDelta",
                        "{\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"signature\":\"s\"}}}"),
                text("Yes"),
                FrameBytes.event("later", "{\"x\":1}"),
                FrameBytes.event("messageStop", "{\"stopReason\":\"guardrail_intervened\"}"),
                FrameBytes.event("metadata", "{" + USAGE + "}")));

        Completion completion = wordyModel().stream(CompletionRequest.of("Hi"), chunk -> {});

        assertThat(completion.reasoning()).isEqualTo("Hm");
        assertThat(completion.content()).isEqualTo("Yes");
        assertThat(completion.finish()).isEqualTo(FinishReason.CONTENT_FILTER);
        assertThat(completion.usage()).isEqualTo(new Usage(12, 3).withParts(2, 0, 0));
    }

    @Test
    void an_error_within_a_stream_keeps_its_kind() {
        assertThat(streamed(FrameBytes.exception("throttlingException", "{\"message\":\"slow\"}")))
                .isInstanceOf(CompletionProblem.ProviderLimited.class);
        assertThat(streamed(FrameBytes.exception("validationException", "{\"message\":\"bad\"}")))
                .isInstanceOfSatisfying(
                        CompletionProblem.RequestRefused.class,
                        refused -> assertThat(refused.message()).isEqualTo("bad"));
        assertThat(streamed(FrameBytes.exception("modelStreamErrorException", "{}")))
                .isInstanceOf(CompletionProblem.ProviderFailed.class);
        assertThat(streamed(text("cut"))).isInstanceOf(CompletionProblem.ProviderFailed.class);
        assertThat(streamed(new byte[] {0, 0, 0, 9, 1})).isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    private Object streamed(byte[] frame) {
        server.answersEach(request -> stream(frame));
        try {
            return wordyModel().stream(CompletionRequest.of("Hi"), chunk -> {});
        } catch (Refusal refusal) {
            return refusal.problem();
        }
    }

    @Test
    void an_error_of_the_provider_keeps_its_meaning_and_shows_no_secret() {
        server.answersEach(request ->
                ScriptedServer.status(400, "{\"message\":\"The key very-secret-key and session-token are bad\"}"));

        assertThatThrownBy(() -> wordyModel().complete(CompletionRequest.of("Hi")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem().message()).isEqualTo("The key *** and *** are bad"));
        server.answersEach(request -> ScriptedServer.status(403, "{\"message\":\"no\"}"));
        assertThatThrownBy(() -> wordyModel().complete(CompletionRequest.of("Hi")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.problem()).isInstanceOf(CompletionProblem.ProviderRefusedKey.class));
    }

    @Test
    void a_picture_that_is_only_named_is_refused() {
        CompletionRequest request = new CompletionRequest(
                List.of(new ChatMessage.User(
                        List.of(ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png")))),
                Sampling.DEFAULT,
                List.of());

        assertThatThrownBy(() -> wordyModel().complete(request)).hasMessageContaining("RequestRefused");
        assertThat(server.requests()).isZero();
    }
}
