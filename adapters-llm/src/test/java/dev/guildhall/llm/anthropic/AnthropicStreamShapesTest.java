package dev.guildhall.llm.anthropic;

import static dev.guildhall.llm.anthropic.AnthropicServer.PING;
import static dev.guildhall.llm.anthropic.AnthropicServer.STOP;
import static dev.guildhall.llm.anthropic.AnthropicServer.begin;
import static dev.guildhall.llm.anthropic.AnthropicServer.delta;
import static dev.guildhall.llm.anthropic.AnthropicServer.end;
import static dev.guildhall.llm.anthropic.AnthropicServer.event;
import static dev.guildhall.llm.anthropic.AnthropicServer.input;
import static dev.guildhall.llm.anthropic.AnthropicServer.start;
import static dev.guildhall.llm.anthropic.AnthropicServer.stop;
import static dev.guildhall.llm.anthropic.AnthropicServer.text;
import static dev.guildhall.llm.anthropic.AnthropicServer.toolUse;
import static dev.guildhall.llm.anthropic.AnthropicServer.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicStreamShapesTest {
    private static final String HI = text(0) + words(0, "Hi") + stop(0);

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    private final List<Chunk> pieces = new ArrayList<>();

    @Test
    void chunks_and_counts_come_in_the_order_of_the_stream() {
        Completion whole = stream(start() + PING + HI + end("end_turn", 4) + STOP);

        assertThat(pieces)
                .containsExactly(
                        new Chunk.Counted(new Usage(12, 1)), new Chunk.Text("Hi"), new Chunk.Counted(new Usage(12, 4)));
        assertThat(whole).isEqualTo(new Completion("Hi", List.of(), "claude-x-1", new Usage(12, 4), FinishReason.STOP));
    }

    @Test
    void cached_tokens_count_as_prompt_and_are_named() {
        Completion whole = stream(event("message_start", """
            ,"message":{"usage":{"input_tokens":5,"cache_creation_input_tokens":100,"cache_read_input_tokens":2000,\
            "output_tokens":1}}\
            """) + HI + end("end_turn", 4) + STOP);

        assertThat(whole.usage()).isEqualTo(new Usage(2105, 4).withParts(2000, 100, 0));
    }

    @Test
    void counts_at_the_end_complete_those_at_the_beginning() {
        String zeros = event("message_start", ",\"message\":{\"usage\":{\"input_tokens\":0,\"output_tokens\":0}}");
        String counts = event("message_delta", """
            ,"delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":9,"output_tokens":2}\
            """);

        Completion whole = stream(zeros + HI + counts + STOP);

        assertThat(whole.usage()).isEqualTo(new Usage(9, 2));
        assertThat(pieces).containsExactly(new Chunk.Text("Hi"), new Chunk.Counted(new Usage(9, 2)));
    }

    @Test
    void absent_counts_are_estimated() {
        Completion whole = stream(HI + event("message_delta", ",\"delta\":{\"stop_reason\":\"end_turn\"}") + STOP);

        assertThat(whole.usage()).isEqualTo(new Usage(4, 1, true));
        assertThat(whole.model()).isEqualTo("test-model");
        assertThat(pieces).containsExactly(new Chunk.Text("Hi"));
    }

    @Test
    void parts_of_a_call_are_passed_on_as_they_arrive() {
        Completion whole = stream(start()
                + text(0)
                + words(0, "Let me see.")
                + stop(0)
                + toolUse(1, "toolu_1", "one__x")
                + input(1, "")
                + input(1, "{\"n\"")
                + input(1, ":1}")
                + stop(1)
                + end("tool_use", 20)
                + STOP);

        assertThat(pieces)
                .contains(
                        new Chunk.CallBegun(0, "toolu_1", "one.x"),
                        new Chunk.CallArguments(0, "{\"n\""),
                        new Chunk.CallArguments(0, ":1}"));
        assertThat(whole.content()).isEqualTo("Let me see.");
        assertThat(whole.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(whole.toolCalls())
                .containsExactly(new ToolCall("toolu_1", "one.x", new ToolArguments.Parsed(Map.of("n", 1))));
    }

    @Test
    void interleaved_parallel_calls_are_kept_apart() {
        Completion whole = stream(start()
                + toolUse(0, "a", "one__x")
                + toolUse(1, "b", "two__y")
                + input(1, "{\"n\":")
                + input(0, "{\"n\":1}")
                + input(1, "2}")
                + stop(0)
                + stop(1)
                + end("tool_use", 20)
                + STOP);

        assertThat(whole.toolCalls())
                .containsExactly(
                        new ToolCall("a", "one.x", new ToolArguments.Parsed(Map.of("n", 1))),
                        new ToolCall("b", "two.y", new ToolArguments.Parsed(Map.of("n", 2))));
    }

    @Test
    void call_without_arguments_has_an_empty_object() {
        Completion whole =
                stream(start() + toolUse(0, "a", "one__x") + input(0, "") + stop(0) + end("tool_use", 5) + STOP);

        assertThat(pieces).contains(new Chunk.CallArguments(0, "{}"));
        assertThat(whole.toolCalls()).containsExactly(new ToolCall("a", "one.x", new ToolArguments.Parsed(Map.of())));
    }

    @Test
    void call_may_be_complete_and_without_an_id() {
        Completion whole = stream(start()
                + begin(0, "{\"type\":\"tool_use\",\"name\":\"one__x\",\"input\":{\"n\":1}}")
                + stop(0)
                + end("end_turn", 5)
                + STOP);

        assertThat(whole.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(whole.toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.id()).isNotBlank();
            assertThat(call.arguments()).isEqualTo(new ToolArguments.Parsed(Map.of("n", 1)));
        });
    }

    @Test
    void arguments_that_the_limit_cut_off_are_malformed() {
        Completion whole = stream(
                start() + toolUse(0, "a", "one__x") + input(0, "{\"n\":") + stop(0) + end("max_tokens", 5) + STOP);

        assertThat(whole.finish()).isEqualTo(FinishReason.LENGTH);
        assertThat(whole.toolCalls().getFirst().arguments()).isInstanceOf(ToolArguments.Malformed.class);
    }

    @Test
    void reasoning_is_no_part_of_the_text_and_tools_of_the_provider_are_ignored() {
        Completion whole = stream(start()
                + begin(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}")
                + delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"Hm.\"}")
                + delta(0, "{\"type\":\"signature_delta\",\"signature\":\"c2ln\"}")
                + stop(0)
                + begin(1, "{\"type\":\"redacted_thinking\",\"data\":\"eA==\"}")
                + stop(1)
                + begin(2, "{\"type\":\"server_tool_use\",\"id\":\"s\",\"name\":\"web_search\",\"input\":{}}")
                + input(2, "{\"query\":1}")
                + stop(2)
                + text(3)
                + words(3, "Hi")
                + delta(3, "{\"type\":\"citations_delta\",\"citation\":{}}")
                + stop(3)
                + end("end_turn", 30)
                + STOP);

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(whole.reasoning()).isEqualTo("Hm.");
        assertThat(whole.toolCalls()).isEmpty();
        assertThat(pieces).contains(new Chunk.Reasoned("Hm.")).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        "end_turn,STOP",
        "stop_sequence,STOP",
        "max_tokens,LENGTH",
        "model_context_window_exceeded,LENGTH",
        "pause_turn,LENGTH",
        "refusal,CONTENT_FILTER",
        "something_new,STOP"
    })
    void finish_reason_is_translated(String wire, FinishReason reason) {
        assertThat(stream(start() + HI + end(wire, 1) + STOP).finish()).isEqualTo(reason);
    }

    @Test
    void events_of_later_versions_are_ignored() {
        Completion whole = stream(start() + event("content_block_mood", ",\"index\":0,\"mood\":\"good\"")
                + "data: {\"note\":true}\n\n" + HI + end("end_turn", 1) + STOP);

        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void characters_split_over_reads_stay_whole() {
        String body = start() + text(0) + words(0, "Grüße, 世界 👋🏽") + stop(0) + end("end_turn", 9) + STOP;
        server.answers(ScriptedServer.byteByByte(AnthropicServer.EVENTS, body.replace("\n", "\r\n")));

        Completion whole = AnthropicServer.model(server).stream(CompletionRequest.of("Hi"), pieces::add);

        assertThat(whole.content()).isEqualTo("Grüße, 世界 👋🏽");
    }

    @Test
    void end_without_a_last_event_completes_the_answer_when_there_is_a_reason() {
        assertThat(stream(start() + HI + end("end_turn", 1)).content()).isEqualTo("Hi");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "data: null\n\n",
                "data: {\"type\":\"con\n\n",
                "<html>busy</html>",
                "data: 7\n\n",
                "data: []\n\n"
            })
    void garbage_is_a_failure_of_the_provider(String body) {
        assertThat(problem(body)).isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    @Test
    void incomplete_stream_is_a_failure_of_the_provider() {
        assertThat(problem(start() + HI))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider's answer is incomplete"));
        assertThat(problem(event("content_block_stop", "") + end("end_turn", 1)))
                .isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    @Test
    void answer_with_endless_calls_is_refused() {
        StringBuilder body = new StringBuilder(start());
        for (int i = 0; i <= 128; i++) {
            body.append(toolUse(i, "c" + i, "one__x")).append(stop(i));
        }

        assertThat(problem(body.toString()))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider's answer calls too many tools"));
    }

    @Test
    void whole_answer_to_a_request_for_a_stream_is_accepted() {
        server.answers(ScriptedServer.ok("application/json", """
            {"model":"m","content":[{"type":"thinking","thinking":"Hm.","signature":"c2ln"},
            {"type":"redacted_thinking","data":"eA=="},{"type":"text","text":"Hi"},
            {"type":"tool_use","id":"a","name":"one__x","input":{}}],"stop_reason":"tool_use",
            "usage":{"input_tokens":3,"output_tokens":2}}\
            """));

        Completion whole = AnthropicServer.model(server).stream(CompletionRequest.of("Hi"), pieces::add);

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(pieces)
                .containsExactly(
                        new Chunk.Counted(new Usage(3, 2)),
                        new Chunk.Reasoned("Hm."),
                        new Chunk.Text("Hi"),
                        new Chunk.CallBegun(0, "a", "one.x"),
                        new Chunk.CallArguments(0, "{}"));
    }

    @Test
    void null_blocks_and_null_errors_are_ignored() {
        server.answers(ScriptedServer.ok("application/json", """
            {"model":"m","content":[null,{"type":"text","text":"Hi"}],"stop_reason":"end_turn","error":null}\
            """));

        Completion whole = AnthropicServer.model(server).complete(CompletionRequest.of("Hi"));

        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void arguments_come_back_under_the_names_of_the_tool() {
        server.answers(ScriptedServer.ok(
                AnthropicServer.EVENTS,
                start()
                        + toolUse(0, "toolu_1", "find")
                        + input(0, "{\"_to")
                        + input(0, "p\":5}")
                        + stop(0)
                        + end("tool_use", 20)
                        + STOP));

        Completion whole = AnthropicServer.model(server).stream(offering("$top"), pieces::add);

        assertThat(pieces)
                .contains(new Chunk.CallArguments(0, "{\"$top\":5}"))
                .filteredOn(Chunk.CallArguments.class::isInstance)
                .hasSize(1);
        assertThat(whole.toolCalls().getFirst().arguments()).isEqualTo(new ToolArguments.Parsed(Map.of("$top", 5)));
    }

    @Test
    void arguments_that_break_off_are_passed_on_as_they_are() {
        server.answers(ScriptedServer.ok(
                AnthropicServer.EVENTS,
                start() + toolUse(0, "toolu_1", "find") + input(0, "{\"_to") + end("max_tokens", 20) + STOP));

        AnthropicServer.model(server).stream(offering("$top"), pieces::add);

        assertThat(pieces).contains(new Chunk.CallArguments(0, "{\"_to"));
    }

    @Test
    void whole_arguments_of_a_call_without_an_end_come_back_under_the_names_of_the_tool() {
        server.answers(ScriptedServer.ok(
                AnthropicServer.EVENTS,
                start() + toolUse(0, "toolu_1", "find") + input(0, "{\"_top\":5}") + end("tool_use", 20) + STOP));

        AnthropicServer.model(server).stream(offering("$top"), pieces::add);

        assertThat(pieces).contains(new Chunk.CallArguments(0, "{\"$top\":5}"));
    }

    private static CompletionRequest offering(String parameter) {
        FunctionSpec tool = new FunctionSpec(
                "find", "", Map.of("type", "object", "properties", Map.of(parameter, Map.of("type", "integer"))));
        return new CompletionRequest(
                List.of(new ChatMessage.User("Hi")),
                Sampling.DEFAULT,
                FunctionOffer.of(List.of(tool)),
                new ResponseFormat.Words());
    }

    private Completion stream(String body) {
        server.answers(ScriptedServer.ok(AnthropicServer.EVENTS, body));
        return AnthropicServer.model(server).stream(CompletionRequest.of("Hi"), pieces::add);
    }

    private Problem problem(String body) {
        return catchThrowableOfType(Refusal.class, () -> stream(body)).problem();
    }
}
