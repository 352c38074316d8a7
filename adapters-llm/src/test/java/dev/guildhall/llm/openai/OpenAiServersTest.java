package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.llm.provider.HttpChatModel;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.ScriptedServer;
import dev.guildhall.wire.openai.OpenAiRequestJson;
import dev.guildhall.wire.openai.OpenAiRequests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of servers that deviate from the protocol. */
class OpenAiServersTest {
    @AutoClose
    private final ScriptedServer provider = new ScriptedServer();

    private final List<Chunk> pieces = new ArrayList<>();

    @Test
    void null_usage_until_the_end_and_null_deltas_are_ignored() {
        Completion whole = stream("""
            data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}

            data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}],"usage":null}

            data: {"choices":[{"index":0,"delta":null,"finish_reason":"length"}],"usage":null}

            data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1,"total_tokens":6}}

            data: [DONE]

            """);

        assertThat(pieces).containsExactly(new Chunk.Text("Hi"), new Chunk.Counted(new Usage(5, 1)));
        assertThat(whole.finish()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void last_text_may_come_with_the_reason_and_the_counts() {
        Completion whole = stream("""
            data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"length"}],\
            "usage":{"prompt_tokens":5,"completion_tokens":1}}

            """);

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(whole.finish()).isEqualTo(FinishReason.LENGTH);
        assertThat(whole.usage()).isEqualTo(new Usage(5, 1));
    }

    @Test
    void comments_of_a_waiting_gateway_are_ignored() {
        Completion whole = stream(": OPENROUTER PROCESSING\n\n".repeat(3) + """
            data: {"id":"gen-1","provider":"X","model":"a/b","choices":[{"index":0,"delta":{"role":"assistant",\
            "content":"Hi"},"finish_reason":null,"native_finish_reason":null,"logprobs":null}]}

            : OPENROUTER PROCESSING

            data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"stop"}]}

            data: [DONE]

            """);

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(whole.model()).isEqualTo("a/b");
    }

    /** Gemini and some releases of Ollama give all calls the index 0 and no ids. */
    @ParameterizedTest
    @ValueSource(strings = {"\"index\":0,", "\"index\":0,\"id\":\"\",", "\"index\":null,", ""})
    void complete_calls_without_ids_are_kept_apart_although_they_share_an_index(String index) {
        Completion whole = stream(calls(index, "one__x", "{\\\"n\\\":1}") + calls(index, "two__y", "{}")
                + calls(index, "two__y", "{}") + "data: [DONE]\n\n");

        assertThat(whole.toolCalls()).extracting(ToolCall::tool).containsExactly("one.x", "two.y", "two.y");
        assertThat(whole.toolCalls().getFirst().arguments()).isEqualTo(new ToolArguments.Parsed(Map.of("n", 1)));
        assertThat(whole.toolCalls()).extracting(ToolCall::id).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"index\":0,", ""})
    void they_are_kept_apart_when_the_sink_does_not_want_the_whole_answer(String index) {
        provider.answers(OpenAiServer.events(
                calls(index, "one__x", "{\\\"n\\\":\\\"}\\\"}") + calls(index, "two__y", "{}") + "data: [DONE]\n\n"));

        OpenAiServer.model(provider).stream(CompletionRequest.of("Hi"), new ChunksOnly());

        assertThat(pieces)
                .filteredOn(Chunk.CallArguments.class::isInstance)
                .containsExactly(new Chunk.CallArguments(0, "{\"n\":\"}\"}"), new Chunk.CallArguments(1, "{}"));
    }

    @Test
    void name_repeated_with_each_piece_and_no_id_is_one_call() {
        String index = "\"index\":0,";

        Completion whole = stream(calls(index, "one__x", "") + calls(index, "one__x", "{\\\"n\\\":{}")
                + calls(index, "one__x", "}") + calls(index, "one__x", "") + "data: [DONE]\n\n");

        assertThat(whole.toolCalls())
                .singleElement()
                .extracting(ToolCall::arguments)
                .isEqualTo(new ToolArguments.Parsed(Map.of("n", Map.of())));
    }

    @Test
    void whole_answer_may_have_text_in_parts_and_arguments_as_an_object() {
        provider.answers(OpenAiServer.json("""
            {"choices":[{"message":{"content":[{"type":"text","text":"Hi"},{"type":"image_url"},
            {"type":"text","text":" you"}],"tool_calls":[{"id":"a","function":{"name":"one__x",
            "arguments":{"n":1}}}]},"finish_reason":"stop"}]}\
            """));

        Completion whole = OpenAiServer.model(provider).complete(CompletionRequest.of("Hi"));

        assertThat(whole.content()).isEqualTo("Hi you");
        assertThat(whole.toolCalls())
                .containsExactly(new ToolCall("a", "one.x", new ToolArguments.Parsed(Map.of("n", 1))));
        assertThat(whole.finish()).isEqualTo(FinishReason.TOOL_CALLS);
    }

    @Test
    void carriage_returns_alone_end_lines() {
        Completion whole = stream("data:{\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\r\rdata:[DONE]\r\r");

        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void bytes_that_are_not_utf_8_do_not_fail_the_answer() {
        String words = "data: {\"choices\":[{\"delta\":{\"content\":\"Grüße\"},\"finish_reason\":\"stop\"}]}\n\n";
        String message = "{\"choices\":[{\"message\":{\"content\":\"Grüße\"}}]}";
        provider.answers(
                ScriptedServer.status(200)
                        .setHeader("Content-Type", "text/event-stream")
                        .body(latin(words))
                        .build(),
                ScriptedServer.status(200)
                        .setHeader("Content-Type", "application/json")
                        .chunkedBody(latin(message), 7)
                        .build());

        Completion streamed = OpenAiServer.model(provider).stream(CompletionRequest.of("Hi"), pieces::add);
        Completion whole = OpenAiServer.model(provider).complete(CompletionRequest.of("Hi"));

        assertThat(streamed.content()).isEqualTo("Gr\uFFFD\uFFFDe");
        assertThat(whole.content()).isEqualTo("Gr\uFFFD\uFFFDe");
    }

    private static Buffer latin(String text) {
        return new Buffer().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private final class ChunksOnly implements ChunkSink {
        @Override
        public void accept(Chunk chunk) {
            pieces.add(chunk);
        }

        @Override
        public boolean wantsWhole() {
            return false;
        }
    }

    private Completion stream(String body) {
        provider.answers(OpenAiServer.events(body));
        return OpenAiServer.model(provider).stream(CompletionRequest.of("Hi"), pieces::add);
    }

    private static String calls(String index, String name, String arguments) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{" + index + "\"type\":\"function\","
                + "\"function\":{\"name\":\"" + name + "\",\"arguments\":\"" + arguments + "\"}}]}}]}\n\n";
    }

    @Test
    void openai_itself_gets_the_bound_under_the_name_of_its_newer_models() {
        Sampling ten = new Sampling(Optional.empty(), OptionalDouble.empty(), OptionalInt.of(10));
        CompletionRequest request = new CompletionRequest(List.of(new ChatMessage.User("Hi")), ten, List.of());

        OpenAiRequestJson json = OpenAiRequests.json(request, "m", true, HttpChatModel.names(request), false);

        assertThat(json.maxCompletionTokens()).isEqualTo(10);
        assertThat(json.maxTokens()).isNull();
    }
}
