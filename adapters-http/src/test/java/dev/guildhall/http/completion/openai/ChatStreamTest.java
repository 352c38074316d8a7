package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Streamed answers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChatStreamTest {
    private static final String STREAM = OpenAiFixture.asking("\"stream\":true");
    private static final String WITH_USAGE =
            OpenAiFixture.asking("\"stream\":true,\"stream_options\":{\"include_usage\":true}");

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(PiecewiseModel.saying("yes"));

    private Client.Answer streamed(String body, BiFunction<CompletionRequest, ChunkSink, Completion> script) {
        fixture.model.plays(script);
        return fixture.post(OpenAiFixture.CHAT, body);
    }

    private static Completion hello(CompletionRequest request, ChunkSink sink) {
        sink.accept(new Chunk.Text("Hel"));
        sink.accept(new Chunk.Text("\"lo\"\n😀"));
        sink.settle();
        return PiecewiseModel.said("Hel\"lo\"\n😀");
    }

    private static List<String> deltas(List<String> events) {
        return events.stream()
                .filter(event -> !event.equals("[DONE]"))
                .map(event -> OpenAiFixture.json(event).at("/choices/0/delta").toString())
                .toList();
    }

    @Test
    void a_stream_is_the_role_then_words_then_the_end_then_done() {
        Client.Answer answer = streamed(STREAM, ChatStreamTest::hello);

        List<String> events = OpenAiFixture.events(answer);
        assertThat(answer.header("Content-Type")).isEqualTo("text/event-stream; charset=utf-8");
        assertThat(events).hasSize(5).endsWith("[DONE]");
        assertThat(deltas(events))
                .containsExactly(
                        "{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}",
                        "{\"content\":\"Hel\"}",
                        "{\"content\":\"\\\"lo\\\"\\n😀\"}",
                        "{}");
        assertThat(OpenAiFixture.json(events.get(3))
                        .at("/choices/0/finish_reason")
                        .asText())
                .isEqualTo("stop");
    }

    @Test
    void every_chunk_has_the_same_identifier_and_time_and_no_usage_unless_it_was_asked_for() {
        Client.Answer answer = streamed(STREAM, ChatStreamTest::hello);

        List<JsonNode> chunks = OpenAiFixture.events(answer).stream()
                .limit(4)
                .map(OpenAiFixture::json)
                .toList();
        assertThat(chunks.stream().map(chunk -> chunk.get("id").asText()).distinct())
                .containsExactly("chatcmpl-" + answer.header("X-Request-Id").replace("-", ""));
        assertThat(chunks.stream().map(chunk -> chunk.get("created").asLong()).distinct())
                .hasSize(1);
        assertThat(chunks).allSatisfy(chunk -> {
            assertThat(chunk.get("object").asText()).isEqualTo("chat.completion.chunk");
            assertThat(chunk.has("usage")).isFalse();
            assertThat(chunk.at("/choices/0/logprobs").isNull()).isTrue();
        });
        assertThat(chunks.stream().map(chunk -> chunk.get("model").asText()))
                .containsExactly("piecewise", "piecewise", "piecewise", "piecewise-1");
    }

    @Test
    void with_usage_every_chunk_has_null_and_one_behind_the_end_has_it_without_choices() {
        List<String> events = OpenAiFixture.events(streamed(WITH_USAGE, ChatStreamTest::hello));

        assertThat(events).hasSize(6);
        assertThat(events.subList(0, 4))
                .allSatisfy(event -> assertThat(
                                OpenAiFixture.json(event).get("usage").isNull())
                        .isTrue());
        JsonNode last = OpenAiFixture.json(events.get(4));
        assertThat(last.get("choices").toString()).isEqualTo("[]");
        assertThat(last.get("usage").toString())
                .isEqualTo("{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":10,\"prompt_tokens_details\":"
                        + "{\"cached_tokens\":0},\"completion_tokens_details\":{\"reasoning_tokens\":0}}");
    }

    @Test
    void a_refusal_comes_in_pieces_of_its_own() {
        List<String> events = OpenAiFixture.events(streamed(STREAM, (request, sink) -> {
            sink.accept(new Chunk.Refused("I "));
            sink.accept(new Chunk.Refused("won't."));
            return PiecewiseModel.said("I won't.");
        }));

        assertThat(deltas(events))
                .containsExactly(
                        "{\"role\":\"assistant\",\"content\":null,\"refusal\":null}",
                        "{\"refusal\":\"I \"}",
                        "{\"refusal\":\"won't.\"}",
                        "{}");
    }

    @Test
    void the_text_of_a_custom_call_comes_at_the_end() {
        String tools = "\"stream\":true,\"tools\":[{\"type\":\"custom\",\"custom\":{\"name\":\"patch\"}}]";

        List<String> events = OpenAiFixture.events(streamed(OpenAiFixture.asking(tools), (request, sink) -> {
            sink.accept(new Chunk.CallBegun(0, "c0", "patch"));
            sink.accept(new Chunk.CallArguments(0, "{\"input\":"));
            sink.accept(new Chunk.CallArguments(0, "\"x\"}"));
            return PiecewiseModel.said("");
        }));

        assertThat(deltas(events))
                .containsExactly(
                        "{\"role\":\"assistant\",\"content\":null,\"refusal\":null}",
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"c0\",\"type\":\"custom\","
                                + "\"custom\":{\"name\":\"patch\",\"input\":\"\"}}]}",
                        "{\"tool_calls\":[{\"index\":0,\"custom\":{\"input\":\"x\"}}]}",
                        "{}");
    }

    @Test
    void reasoning_comes_in_pieces_of_its_own() {
        List<String> events = OpenAiFixture.events(streamed(STREAM, (request, sink) -> {
            sink.accept(new Chunk.Reasoned("Hm."));
            sink.accept(new Chunk.Text("Hi"));
            return PiecewiseModel.said("Hi");
        }));

        assertThat(deltas(events))
                .containsExactly(
                        "{\"role\":\"assistant\",\"content\":null,\"refusal\":null}",
                        "{\"reasoning_content\":\"Hm.\"}",
                        "{\"content\":\"Hi\"}",
                        "{}");
    }

    @Test
    void parallel_calls_keep_their_places_however_their_pieces_come() {
        List<String> events = OpenAiFixture.events(streamed(STREAM, (request, sink) -> {
            sink.accept(new Chunk.CallBegun(0, "c1", "weather"));
            sink.accept(new Chunk.CallBegun(1, "c2", "time"));
            sink.accept(new Chunk.CallArguments(1, "{\"zone\":"));
            sink.accept(new Chunk.CallArguments(0, "{}"));
            sink.accept(new Chunk.Counted(new Usage(1, 1)));
            sink.accept(new Chunk.CallArguments(1, "\"UTC\"}"));
            return new Completion("", List.of(), "m", new Usage(1, 1), FinishReason.TOOL_CALLS);
        }));

        assertThat(deltas(events))
                .containsExactly(
                        "{\"role\":\"assistant\",\"content\":null,\"refusal\":null}",
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\","
                                + "\"function\":{\"name\":\"weather\",\"arguments\":\"\"}}]}",
                        "{\"tool_calls\":[{\"index\":1,\"id\":\"c2\",\"type\":\"function\","
                                + "\"function\":{\"name\":\"time\",\"arguments\":\"\"}}]}",
                        "{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"{\\\"zone\\\":\"}}]}",
                        "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{}\"}}]}",
                        "{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"\\\"UTC\\\"}\"}}]}",
                        "{}");
        assertThat(OpenAiFixture.json(events.get(6))
                        .at("/choices/0/finish_reason")
                        .asText())
                .isEqualTo("tool_calls");
    }

    @Test
    void an_answer_of_nothing_is_a_whole_stream_all_the_same() {
        List<String> events = OpenAiFixture.events(streamed(STREAM, (request, sink) -> PiecewiseModel.said("")));

        assertThat(deltas(events)).hasSize(2);
        assertThat(events).endsWith("[DONE]");
    }

    @Test
    void a_failure_in_midstream_is_one_error_and_no_done() {
        List<String> events = OpenAiFixture.events(streamed(STREAM, (request, sink) -> {
            sink.accept(new Chunk.Text("Hel"));
            sink.settle();
            throw new Refusal(new CompletionProblem.ProviderTimedOut("idle"));
        }));

        assertThat(events).hasSize(3);
        assertThat(events.getLast())
                .isEqualTo("{\"error\":{\"message\":\"the provider took too long (idle)\",\"type\":\"api_error\","
                        + "\"param\":null,\"code\":\"upstream_timeout\"}}");
    }

    @Test
    void a_failure_before_the_first_piece_is_a_plain_answer() {
        Client.Answer answer = streamed(STREAM, (request, sink) -> {
            sink.accept(new Chunk.Counted(new Usage(5, 0)));
            sink.settle();
            throw new Refusal(new CompletionProblem.ProviderTimedOut("first token"));
        });

        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.json().at("/error/type").asText()).isEqualTo("api_error");
    }
}
