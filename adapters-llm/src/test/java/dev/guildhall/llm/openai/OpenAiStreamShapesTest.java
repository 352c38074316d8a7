package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.llm.wire.Json;
import dev.guildhall.llm.wire.Limits;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiStreamShapesTest {
    private static final String DONE = "data: [DONE]\n\n";

    private final ScriptedProvider provider = new ScriptedProvider();
    private final List<Chunk> pieces = new ArrayList<>();

    @AfterEach
    void stop() {
        provider.close();
    }

    @Test
    void empty_pieces_are_not_handed_on() {
        Completion whole = stream(delta("{\"role\":\"assistant\"}") + words("") + words("Hi") + words("") + end());

        assertThat(pieces).containsExactly(new Chunk.Text("Hi"));
        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void comments_and_other_fields_are_passed_over() {
        Completion whole =
                stream(": PROCESSING\n\nevent: message\nid: 7\nretry: 10\n" + words("Hi") + ": x\n\n" + end());

        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void carriage_returns_end_lines_too() {
        Completion whole = stream((words("Hi") + end() + DONE).replace("\n", "\r\n"));

        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void data_of_several_lines_is_one_event() {
        Completion whole = stream("data: {\"choices\":\ndata: [{\"delta\":{\"content\":\"Hi\"}}]}\n\n" + end());

        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void characters_split_over_reads_stay_whole() {
        String body = words("Grüße, 世界 👋🏽") + end() + DONE;
        provider.answers(ScriptedProvider.status(200)
                .setHeader("Content-Type", "text/event-stream")
                .chunkedBody(new Buffer().writeUtf8(body), 1)
                .build());

        Completion whole = provider.model().stream(CompletionRequest.of("Hi"), pieces::add);

        assertThat(whole.content()).isEqualTo("Grüße, 世界 👋🏽");
    }

    @Test
    void usage_comes_in_an_event_without_choices() {
        Completion whole = stream(words("Hi") + end() + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,"
                + "\"completion_tokens\":1,\"prompt_tokens_details\":{\"cached_tokens\":0}}}\n\n" + DONE);

        assertThat(whole.usage()).isEqualTo(new Usage(5, 1));
    }

    @Test
    void absent_usage_is_estimated() {
        Completion whole = stream(words("12345") + "data: {\"choices\":[],\"usage\":null}\n\n" + end() + DONE);

        assertThat(whole.usage()).isEqualTo(new Usage(1, 2));
        assertThat(whole.model()).isEqualTo("test-model");
    }

    @Test
    void parallel_calls_are_assembled_by_index() {
        Completion whole = stream(call(0, "a", "one__x", "")
                + call(1, "b", "two__y", "{\"n\"")
                + piece(0, "{\"n\":")
                + piece(1, ":2}")
                + piece(0, "1}")
                + end("tool_calls")
                + DONE);

        assertThat(whole.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(whole.toolCalls())
                .containsExactly(
                        new ToolCall("a", "one.x", new ToolArguments.Parsed(Map.of("n", 1))),
                        new ToolCall("b", "two.y", new ToolArguments.Parsed(Map.of("n", 2))));
    }

    @Test
    void calls_without_index_or_id_are_kept_apart_and_get_ids() {
        Completion whole = stream(delta(
                        "{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"one__x\",\"arguments\":\"{}\"}}]}")
                + delta("{\"tool_calls\":[{\"id\":\"b\",\"function\":{\"name\":\"one__x\",\"arguments\":{\"n\":1}}}]}")
                + end());

        assertThat(whole.toolCalls()).extracting(ToolCall::id).containsExactly("a", "b");
        assertThat(whole.toolCalls().getLast().arguments()).isEqualTo(new ToolArguments.Parsed(Map.of("n", 1)));
        assertThat(whole.finish()).isEqualTo(FinishReason.TOOL_CALLS);
    }

    @Test
    void two_calls_with_one_id_get_an_id_each() {
        Completion whole = stream(call(0, "a", "one__x", "{}") + call(1, "a", "one__x", "{}") + end());

        assertThat(whole.toolCalls())
                .extracting(ToolCall::id)
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"stop,STOP", "length,LENGTH", "content_filter,CONTENT_FILTER", "eos,STOP"})
    void reason_of_the_end_is_translated(String wire, FinishReason reason) {
        Completion whole = stream(words("Hi") + end(wire) + DONE);

        assertThat(whole.finish()).isEqualTo(reason);
    }

    @Test
    void end_without_done_is_whole_when_a_reason_was_given() {
        assertThat(stream(words("Hi") + end()).content()).isEqualTo("Hi");
    }

    @Test
    void done_without_a_reason_is_whole() {
        assertThat(stream(words("Hi") + DONE).content()).isEqualTo("Hi");
        assertThat(stream(words("Hi") + "data:[DONE]").content()).isEqualTo("Hi");
    }

    @Test
    void stream_that_breaks_off_is_a_failure_of_the_provider() {
        Problem problem = problem(words("Hi") + words(" th"));

        assertThat(problem).isInstanceOf(CompletionProblem.ProviderFailed.class);
        assertThat(pieces).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "data: {\"choices\":[{\"del\n\n", "<html>busy</html>", "data: 7\n\n", "data: []\n\n"})
    void garbage_is_a_failure_of_the_provider(String body) {
        assertThat(problem(body)).isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    @Test
    void error_in_the_stream_is_told() {
        assertThat(problem(words("Hi") + "data: {\"error\":{\"message\":\"no such model\",\"code\":404}}\n\n"))
                .isEqualTo(new CompletionProblem.RequestRefused("no such model"));
        assertThat(problem("data: {\"error\":{\"message\":\"x\",\"type\":\"server_error\"}}\n\n"))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider reported an error (server_error)"));
        assertThat(problem("data: {\"error\":{\"message\":\"x\",\"code\":429}}\n\n"))
                .isInstanceOf(CompletionProblem.ProviderLimited.class);
        assertThat(problem("data: {\"error\":\"overloaded\"}\n\n"))
                .isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    @Test
    void line_without_end_is_refused() {
        String endless = "data: " + "x".repeat((int) Limits.LINE_BYTES + 1);

        assertThat(problem(endless))
                .isEqualTo(new CompletionProblem.ProviderFailed("a line of the provider's answer is too long"));
    }

    @Test
    void answer_in_one_piece_is_taken_although_a_stream_was_asked_for() {
        provider.answers(
                ScriptedProvider.json("{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}"));

        Completion whole = provider.model().stream(CompletionRequest.of("Hi"), pieces::add);

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(pieces).containsExactly(new Chunk.Text("Hi"));
    }

    @Test
    void words_in_parts_are_joined() {
        Completion whole = stream(
                delta("{\"content\":[{\"type\":\"thinking\",\"thinking\":[]},{\"type\":\"text\",\"text\":\"Hi\"}]}")
                        + end());

        assertThat(whole.content()).isEqualTo("Hi");
    }

    private Completion stream(String body) {
        provider.answers(ScriptedProvider.events(body));
        return provider.model().stream(CompletionRequest.of("Hi"), pieces::add);
    }

    private Problem problem(String body) {
        return catchThrowableOfType(Refusal.class, () -> stream(body)).problem();
    }

    private static String delta(String delta) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":" + delta + "}]}\n\n";
    }

    private static String words(String words) {
        return delta("{\"content\":\"" + words + "\"}");
    }

    private static String call(int index, String id, String name, String arguments) {
        return delta("{\"tool_calls\":[{\"index\":" + index + ",\"id\":\"" + id + "\",\"function\":{\"name\":\"" + name
                + "\",\"arguments\":" + Json.write(arguments) + "}}]}");
    }

    private static String piece(int index, String arguments) {
        return delta("{\"tool_calls\":[{\"index\":" + index + ",\"function\":{\"arguments\":" + Json.write(arguments)
                + "}}]}");
    }

    private static String end() {
        return end("stop");
    }

    private static String end(String reason) {
        return "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}\n\n";
    }
}
