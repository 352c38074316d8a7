package dev.guildhall.llm.ollama;

import static dev.guildhall.llm.ollama.OllamaServer.call;
import static dev.guildhall.llm.ollama.OllamaServer.calls;
import static dev.guildhall.llm.ollama.OllamaServer.end;
import static dev.guildhall.llm.ollama.OllamaServer.message;
import static dev.guildhall.llm.ollama.OllamaServer.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OllamaStreamShapesTest {
    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    private final List<Chunk> pieces = new ArrayList<>();

    @Test
    void text_comes_in_chunks_and_the_counts_at_the_end() {
        Completion whole = stream(words("Hi") + words("") + words(" there") + end());

        assertThat(pieces)
                .containsExactly(new Chunk.Text("Hi"), new Chunk.Text(" there"), new Chunk.Counted(new Usage(26, 3)));
        assertThat(whole)
                .isEqualTo(new Completion("Hi there", List.of(), "llama3.2", new Usage(26, 3), FinishReason.STOP));
    }

    @Test
    void prompt_that_was_cached_is_estimated() {
        Completion whole = stream(words("Hi") + end("stop", ",\"eval_count\":9"));

        assertThat(whole.usage()).isEqualTo(new Usage(4, 9, true));
        assertThat(pieces).containsExactly(new Chunk.Text("Hi"));
    }

    @Test
    void reasoning_is_no_part_of_the_text() {
        Completion whole =
                stream(message("{\"role\":\"assistant\",\"content\":\"\",\"thinking\":\"Hm.\"}") + words("Hi") + end());

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(whole.reasoning()).isEqualTo("Hm.");
        assertThat(pieces)
                .startsWith(new Chunk.Reasoned("Hm."), new Chunk.Text("Hi"))
                .hasSize(3);
    }

    @Test
    void calls_without_ids_get_one_each_that_no_other_answer_has() {
        String body = calls(call("one__x", "{\"n\":1}"), call("one__x", "{\"n\":1}")) + end();

        Completion first = stream(body);
        Completion second = stream(body);

        List<String> ids = new ArrayList<>();
        first.toolCalls().forEach(call -> ids.add(call.id()));
        second.toolCalls().forEach(call -> ids.add(call.id()));
        assertThat(ids).hasSize(4).doesNotHaveDuplicates().noneMatch(String::isBlank);
    }

    @Test
    void calls_are_passed_on_as_in_the_whole_answer() {
        Completion whole = stream(words("Let me see.")
                + calls(call("call_a1", 0, "one__x", "{\"n\":1}"))
                + calls(call("call_b2", 1, "two__y", "{}"))
                + end());

        assertThat(pieces)
                .containsSubsequence(
                        new Chunk.CallBegun(0, "call_a1", "one.x"),
                        new Chunk.CallArguments(0, "{\"n\":1}"),
                        new Chunk.CallBegun(1, "call_b2", "two.y"),
                        new Chunk.CallArguments(1, "{}"));
        assertThat(whole.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(whole.toolCalls())
                .containsExactly(
                        new ToolCall("call_a1", "one.x", new ToolArguments.Parsed(Map.of("n", 1))),
                        new ToolCall("call_b2", "two.y", new ToolArguments.Parsed(Map.of())));
    }

    @Test
    void two_calls_with_one_id_get_an_id_each() {
        Completion whole = stream(calls(call("a", 0, "one__x", "{}"), call("a", 1, "one__x", "{}")) + end());

        assertThat(whole.toolCalls())
                .extracting(ToolCall::id)
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void arguments_may_be_text_or_absent() {
        Completion whole = stream(calls(
                        call("one__x", "\"{\\\"n\\\":1}\""),
                        call("one__x", "\"nonsense\""),
                        "{\"function\":{\"name\":\"one__x\"}}")
                + end());

        assertThat(whole.toolCalls().get(0).arguments()).isEqualTo(new ToolArguments.Parsed(Map.of("n", 1)));
        assertThat(whole.toolCalls().get(1).arguments()).isInstanceOf(ToolArguments.Malformed.class);
        assertThat(whole.toolCalls().get(2).arguments()).isEqualTo(new ToolArguments.Parsed(Map.of()));
    }

    @Test
    void calls_after_the_first_are_ignored_when_one_is_allowed() {
        FunctionOffer one = new FunctionOffer(List.of(), new ToolChoice.Auto(), false);
        CompletionRequest request = new CompletionRequest(
                List.of(new ChatMessage.User("Hi")), Sampling.DEFAULT, one, new ResponseFormat.Words());
        server.answers(
                ScriptedServer.ok(OllamaServer.LINES, calls(call("one__x", "{}"), call("two__y", "{}")) + end()));

        Completion whole = OllamaServer.model(server).stream(request, pieces::add);

        assertThat(whole.toolCalls()).extracting(ToolCall::tool).containsExactly("one.x");
    }

    @ParameterizedTest
    @CsvSource({"stop,STOP", "length,LENGTH", "unload,STOP"})
    void finish_reason_is_translated(String wire, FinishReason reason) {
        assertThat(stream(words("Hi") + end(wire, "")).finish()).isEqualTo(reason);
    }

    @Test
    void characters_split_over_reads_stay_whole() {
        String body = words("Grüße, 世界 👋🏽") + "\n" + end();
        server.answers(ScriptedServer.byteByByte(OllamaServer.LINES, body.replace("\n", "\r\n")));

        Completion whole = OllamaServer.model(server).stream(CompletionRequest.of("Hi"), pieces::add);

        assertThat(whole.content()).isEqualTo("Grüße, 世界 👋🏽");
    }

    @Test
    void last_line_needs_no_end() {
        assertThat(stream(words("Hi") + end().strip()).content()).isEqualTo("Hi");
    }

    @Test
    void nothing_after_the_last_line_is_waited_for() {
        assertThat(stream(words("Hi") + end() + "nonsense").content()).isEqualTo("Hi");
    }

    @Test
    void incomplete_stream_is_a_failure_of_the_provider() {
        assertThat(problem(words("Hi")))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider's answer is incomplete"));
        assertThat(pieces).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null\n", "{\"message\":\n", "<html>busy</html>", "7\n", "[]\n", "{}{}\n"})
    void garbage_is_a_failure_of_the_provider(String body) {
        assertThat(problem(body)).isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    @Test
    void long_line_is_read() {
        String text = "x".repeat(1_100_000);

        assertThat(stream(words(text) + "{\"message\":{\"content\":\"\"},\"done\":true}\n")
                        .content())
                .isEqualTo(text);
    }

    @Test
    void answer_with_endless_calls_is_refused() {
        assertThat(problem(calls(call("one__x", "{}")).repeat(Limits.TOOL_CALLS + 1)))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider's answer calls too many tools"));
    }

    private Completion stream(String body) {
        server.answers(ScriptedServer.ok(OllamaServer.LINES, body));
        return OllamaServer.model(server).stream(CompletionRequest.of("Hi"), pieces::add);
    }

    private Problem problem(String body) {
        return catchThrowableOfType(Refusal.class, () -> stream(body)).problem();
    }
}
