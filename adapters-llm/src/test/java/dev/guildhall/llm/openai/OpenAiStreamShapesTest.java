package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ProviderFault;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiStreamShapesTest {
    private static final String DONE = "data: [DONE]\n\n";
    private static final Problem INCOMPLETE =
            new CompletionProblem.ProviderFailed("the provider's answer is incomplete");

    @AutoClose
    private final ScriptedServer provider = new ScriptedServer();

    private final List<Chunk> pieces = new ArrayList<>();

    @Test
    void empty_chunks_are_not_passed_on() {
        Completion whole = stream(delta("{\"role\":\"assistant\"}") + words("") + words("Hi") + words("") + end());

        assertThat(pieces).containsExactly(new Chunk.Text("Hi"));
        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void comments_and_other_fields_are_ignored() {
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
        provider.answers(ScriptedServer.status(200)
                .setHeader("Content-Type", "text/event-stream")
                .chunkedBody(new Buffer().writeUtf8(body), 1)
                .build());

        Completion whole = OpenAiServer.model(provider).stream(CompletionRequest.of("Hi"), pieces::add);

        assertThat(whole.content()).isEqualTo("Grüße, 世界 👋🏽");
    }

    @Test
    void usage_comes_in_an_event_without_choices() {
        Completion whole = stream(words("Hi") + end() + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,"
                + "\"completion_tokens\":1,\"prompt_tokens_details\":{\"cached_tokens\":0}}}\n\n" + DONE);

        assertThat(whole.usage()).isEqualTo(new Usage(5, 1));
        assertThat(pieces).last().isEqualTo(new Chunk.Counted(new Usage(5, 1)));
    }

    @Test
    void cached_and_reasoning_tokens_are_parts_of_the_usage() {
        Completion whole = stream(words("Hi") + end() + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":50,"
                + "\"completion_tokens\":20,\"prompt_tokens_details\":{\"cache_write_tokens\":7,\"cached_tokens\":30},"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":19,\"x\":{}}}}\n\n" + DONE);

        assertThat(whole.usage()).isEqualTo(new Usage(50, 20, 30, 7, 19, false));
    }

    @Test
    void a_part_is_never_more_than_its_whole() {
        Completion whole = stream(words("Hi") + end() + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,"
                + "\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":900},"
                + "\"completion_tokens_details\":[3]}}\n\n" + DONE);

        assertThat(whole.usage()).isEqualTo(new Usage(5, 2, 5, 0, 0, false));
    }

    @Test
    void absent_usage_is_estimated() {
        Completion whole = stream(words("12345") + "data: {\"choices\":[],\"usage\":null}\n\n" + end() + DONE);

        assertThat(whole.usage())
                .isEqualTo(new Usage(
                        TokenEstimate.of(CompletionRequest.of("Hi").messages()).tokens(),
                        TokenEstimate.of("12345").tokens(),
                        true));
        assertThat(whole.model()).isEqualTo("test-model");
        assertThat(pieces).containsExactly(new Chunk.Text("12345"));
    }

    @Test
    void estimate_is_at_least_the_number_of_chunks() {
        Completion whole = stream(words("a").repeat(7) + end() + DONE);

        assertThat(whole.usage().completionTokens()).isEqualTo(7);
        assertThat(whole.usage().estimated()).isTrue();
    }

    @Test
    void estimate_counts_calls_and_reasoning() {
        Completion called = stream(call(0, "a", "one__x", "{\"text\":\"some words to send\"}") + end());
        Completion thought = stream(delta("{\"reasoning_content\":\"hm\"}").repeat(5) + words("Hi") + end());

        assertThat(called.usage().completionTokens()).isGreaterThan(4);
        assertThat(thought.usage().completionTokens()).isEqualTo(6);
    }

    @Test
    void usage_in_every_event_counts_once() {
        Completion whole = stream(counted("\"content\":\"\"", 9, 0)
                + counted("\"content\":\"One \"", 9, 1)
                + counted("\"content\":\"two\"", 9, 2)
                + end()
                + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}\n\n"
                + DONE);

        assertThat(whole.usage()).isEqualTo(new Usage(9, 2));
        assertThat(pieces)
                .containsExactly(
                        new Chunk.Counted(new Usage(9, 0)),
                        new Chunk.Text("One "),
                        new Chunk.Counted(new Usage(9, 1)),
                        new Chunk.Text("two"),
                        new Chunk.Counted(new Usage(9, 2)));
    }

    @Test
    void usage_before_the_end_counts() {
        Completion whole = stream(counted("\"content\":\"Hi\"", 5, 1) + end() + DONE);

        assertThat(whole.usage()).isEqualTo(new Usage(5, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "7",
                "{\"prompt_tokens\":5}",
                "{\"prompt_tokens\":null,\"completion_tokens\":null}",
                "{\"prompt_tokens\":0,\"completion_tokens\":0}",
                "{\"prompt_tokens\":\"5\",\"completion_tokens\":\"1\"}"
            })
    void empty_usage_is_estimated(String usage) {
        Completion whole = stream(words("Hi") + end() + "data: {\"choices\":[],\"usage\":" + usage + "}\n\n" + DONE);

        assertThat(whole.usage().estimated()).isTrue();
        assertThat(pieces).containsExactly(new Chunk.Text("Hi"));
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
    void calls_are_passed_on_as_they_arrive() {
        stream(call(0, "a", "one__x", "")
                + piece(0, "{\"n\":")
                + call(1, "b", "two__y", "{}")
                + piece(0, "1}")
                + end("tool_calls")
                + DONE);

        assertThat(pieces)
                .containsExactly(
                        new Chunk.CallBegun(0, "a", "one.x"),
                        new Chunk.CallArguments(0, "{\"n\":"),
                        new Chunk.CallBegun(1, "b", "two.y"),
                        new Chunk.CallArguments(1, "{}"),
                        new Chunk.CallArguments(0, "1}"));
    }

    @Test
    void indexes_that_do_not_begin_with_zero_are_renumbered() {
        Completion whole = stream(call(3, "a", "one__x", "{}") + call(7, "b", "two__y", "{}") + end());

        assertThat(whole.toolCalls()).extracting(ToolCall::id).containsExactly("a", "b");
        assertThat(pieces).contains(new Chunk.CallBegun(0, "a", "one.x"), new Chunk.CallBegun(1, "b", "two.y"));
    }

    @Test
    void id_and_name_repeated_in_each_part_are_one_call() {
        Completion whole =
                stream(call(0, "a", "one__x", "{\"n\"") + call(0, "a", "one__x", ":") + call(0, "a", "", "1}") + end());

        assertThat(whole.toolCalls())
                .containsExactly(new ToolCall("a", "one.x", new ToolArguments.Parsed(Map.of("n", 1))));
    }

    @Test
    void id_repeated_in_each_part_without_an_index_is_one_call() {
        Completion whole =
                stream(delta("{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"one__x\",\"arguments\":\"{\"}}]}")
                        + delta("{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"arguments\":\"}\"}}]}")
                        + end());

        assertThat(whole.toolCalls()).containsExactly(new ToolCall("a", "one.x", new ToolArguments.Parsed(Map.of())));
    }

    @Test
    void complete_calls_with_neither_index_nor_id_are_kept_apart() {
        String one = "{\"function\":{\"name\":\"one__x\",\"arguments\":\"{}\"}}";

        Completion whole = stream(delta("{\"tool_calls\":[" + one + "," + one + "]}") + end());

        assertThat(whole.toolCalls()).hasSize(2).extracting(ToolCall::id).doesNotHaveDuplicates();
    }

    @Test
    void blank_id_is_none() {
        Completion whole = stream(call(0, " ", "one__x", "{}") + end());

        assertThat(whole.toolCalls()).extracting(ToolCall::id).noneMatch(String::isBlank);
    }

    @Test
    void complete_calls_that_share_an_index_are_kept_apart_by_their_ids() {
        Completion whole = stream(call(0, "a", "one__x", "{}") + call(0, "b", "two__y", "{}") + end());

        assertThat(whole.toolCalls()).extracting(ToolCall::tool).containsExactly("one.x", "two.y");
    }

    @Test
    void arguments_before_the_name_are_sent_after_it() {
        stream(piece(0, "{") + call(0, "a", "one__x", "}") + end());

        assertThat(pieces).containsExactly(new Chunk.CallBegun(0, "a", "one.x"), new Chunk.CallArguments(0, "{}"));
    }

    @Test
    void ids_of_the_chunks_are_those_of_the_whole_answer() {
        Completion whole = stream(
                call(0, "", "one__x", "{}") + call(1, "call_0", "one__x", "{}") + call(2, "", "one__x", "{}") + end());

        assertThat(whole.toolCalls()).extracting(ToolCall::id).doesNotHaveDuplicates();
        assertThat(pieces.stream()
                        .filter(Chunk.CallBegun.class::isInstance)
                        .map(chunk -> ((Chunk.CallBegun) chunk).id())
                        .toList())
                .isEqualTo(whole.toolCalls().stream().map(ToolCall::id).toList());
    }

    @Test
    void too_many_calls_are_refused() {
        StringBuilder calls = new StringBuilder();
        for (int i = 0; i <= Limits.TOOL_CALLS; i++) {
            calls.append(call(i, "id" + i, "one__x", "{}"));
        }

        assertThat(problem(calls.toString()))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider's answer calls too many tools"));
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
    @CsvSource({
        "stop,STOP",
        "length,LENGTH",
        "content_filter,CONTENT_FILTER",
        "eos,STOP",
        "max_tokens,LENGTH",
        "'',STOP"
    })
    void finish_reason_is_translated(String wire, FinishReason reason) {
        Completion whole = stream(words("Hi") + end(wire) + DONE);

        assertThat(whole.finish()).isEqualTo(reason);
    }

    @Test
    void end_without_done_completes_the_answer_when_there_is_a_reason() {
        assertThat(stream(words("Hi") + end()).content()).isEqualTo("Hi");
    }

    @Test
    void done_without_a_reason_completes_the_answer() {
        assertThat(stream(words("Hi") + DONE).content()).isEqualTo("Hi");
        assertThat(stream(words("Hi") + "data:[DONE]").content()).isEqualTo("Hi");
    }

    @Test
    void incomplete_stream_is_a_failure_of_the_provider() {
        Problem problem = problem(words("Hi") + words(" th"));

        assertThat(problem).isInstanceOf(CompletionProblem.ProviderFailed.class);
        assertThat(pieces).hasSize(2);
    }

    @Test
    void empty_reason_counts_as_absent() {
        String early = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"\"}]}\n\n";

        assertThat(problem(early)).isEqualTo(INCOMPLETE);
        assertThat(stream(early + end("length")).finish()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void first_event_of_azure_has_no_choices() {
        Completion whole = stream("""
            data: {"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,\
            "content_filter_results":{"hate":{"filtered":false,"severity":"safe"}}}]}

            data: {"choices":[{"content_filter_results":{},"delta":{"content":"","refusal":null,"role":"assistant"},\
            "finish_reason":null,"index":0,"logprobs":null}],"created":1,"id":"c","model":"gpt-4o-2024-08-06",\
            "object":"chat.completion.chunk","system_fingerprint":"fp"}

            data: {"choices":[{"content_filter_results":{},"delta":{"content":"Hi"},"finish_reason":null,"index":0}]}

            """ + end() + DONE);

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(whole.model()).isEqualTo("gpt-4o-2024-08-06");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"content\":null}",
                "{\"tool_calls\":null}",
                "{\"tool_calls\":[]}",
                "{\"content\":{\"text\":\"x\"}}",
                "{\"function_call\":null,\"audio\":{\"data\":[1,2,{\"content\":\"x\"}]}}",
                "null",
                "7"
            })
    void event_without_text_is_ignored(String delta) {
        assertThat(stream(delta(delta) + words("Hi") + end() + DONE).content()).isEqualTo("Hi");
        assertThat(pieces).containsExactly(new Chunk.Text("Hi"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"content\":null,\"reasoning_content\":\"hm\"}",
                "{\"content\":\"\",\"reasoning\":\"hm\",\"reasoning_details\":[{\"type\":\"x\",\"text\":\"hm\"}]}",
                "{\"reasoning\":\"hm\",\"reasoning_content\":\"hm\"}"
            })
    void reasoning_is_no_part_of_the_text(String delta) {
        Completion whole = stream(delta(delta) + words("Hi") + end() + DONE);

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(whole.reasoning()).isEqualTo("hm");
        assertThat(pieces).containsExactly(new Chunk.Reasoned("hm"), new Chunk.Text("Hi"));
    }

    @Test
    void text_of_a_refusal_is_marked_and_is_the_answer() {
        Completion whole =
                stream(delta("{\"content\":null,\"refusal\":\"I \"}") + delta("{\"refusal\":\"won't.\"}") + end());

        assertThat(whole.content()).isEqualTo("I won't.");
        assertThat(whole.refusal()).contains("I won't.");
        assertThat(pieces).containsExactly(new Chunk.Refused("I "), new Chunk.Refused("won't."));
    }

    @Test
    void a_refusal_follows_the_text_before_it() {
        Completion whole = stream(words("Well, ") + delta("{\"refusal\":\"no.\"}") + end());

        assertThat(whole.content()).isEqualTo("Well, no.");
        assertThat(whole.refusal()).contains("no.");
    }

    @Test
    void first_of_several_choices_is_the_answer() {
        Completion whole = stream("""
            data: {"choices":[{"index":0,"delta":{"content":"One"}},{"index":1,"delta":{"content":"Other"}}]}

            data: {"choices":[{"delta":{"content":" more"},"index":1}]}

            data: {"choices":[{"delta":{"content":" two"},"index":0,"finish_reason":"stop"}]}

            """ + DONE);

        assertThat(whole.content()).isEqualTo("One two");
    }

    @Test
    void done_without_any_choice_fails() {
        assertThat(problem("data: {\"object\":\"error\",\"message\":\"x\",\"code\":500}\n\n" + DONE))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider's answer has no choices"));
    }

    @Test
    void data_may_follow_without_a_blank_and_after_a_byte_order_mark() {
        Completion whole =
                stream("\uFEFFdata:{\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n" + "data:\n\n" + DONE);

        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void sink_settles_after_the_last_chunk() {
        List<String> seen = new ArrayList<>();
        provider.answers(OpenAiServer.events(words("Hi") + words(" you") + end() + DONE));

        OpenAiServer.model(provider).stream(CompletionRequest.of("Hi"), new ChunkSink() {
            @Override
            public void accept(Chunk chunk) {
                seen.add("piece");
            }

            @Override
            public void settle() {
                seen.add("settle");
            }
        });

        assertThat(seen).containsSubsequence("piece", "piece", "settle").last().isEqualTo("settle");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "data: {\"choices\":[{\"del\n\n", "<html>busy</html>", "data: 7\n\n", "data: []\n\n"})
    void garbage_is_a_failure_of_the_provider(String body) {
        assertThat(problem(body)).isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    @Test
    void error_in_the_stream_is_reported() {
        assertThat(problem(words("Hi") + "data: {\"error\":{\"message\":\"no such model\",\"code\":404}}\n\n"))
                .isEqualTo(new CompletionProblem.UnknownModel("no such model"));
        assertThat(problem("data: {\"error\":{\"message\":\"x\",\"type\":\"server_error\"}}\n\n"))
                .isEqualTo(new CompletionProblem.ProviderFailed(
                        "the provider reported an error (server_error)",
                        true,
                        Optional.empty(),
                        new ProviderFault(Optional.of("server_error"), Optional.empty(), Optional.empty())));
        assertThat(problem("data: {\"error\":{\"message\":\"x\",\"code\":429}}\n\n"))
                .isInstanceOf(CompletionProblem.ProviderLimited.class);
        assertThat(problem("data: {\"error\":\"overloaded\"}\n\n"))
                .isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    @Test
    void halves_of_a_character_come_together() {
        Completion whole = stream(words("\\ud83c") + words("\\udf0d!") + words("\\ud83c") + DONE);

        assertThat(pieces).containsExactly(new Chunk.Text("\uD83C\uDF0D!"), new Chunk.Text("\uFFFD"));
        assertThat(whole.content()).startsWith("\uD83C\uDF0D!");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"content":"","images":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]}|a picture
        {"content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]}|a picture
        {"audio":{"id":"a","data":"AA=="}}|a sound
        {"content":[{"type":"citation","of":7}]}|a part of the type citation
        """)
    void what_is_neither_text_nor_a_call_is_left_out_with_a_warning(String delta, String kind) {
        Completion whole = stream(delta(delta) + delta(delta) + DONE);

        assertThat(whole.warnings()).containsExactly("the model's answer has " + kind + ", which was left out");
        assertThat(whole.content()).isEmpty();
        assertThat(stream(words("Hi") + delta("{\"images\":[],\"audio\":null}") + DONE)
                        .warnings())
                .isEmpty();
    }

    @Test
    void name_in_parts_is_joined() {
        Completion whole = stream(delta(
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"builtin_\",\"arguments\":\"\"}}]}")
                + delta("{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"calculate\"}}]}")
                + delta("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{}\"}}]}")
                + DONE);

        assertThat(whole.toolCalls()).singleElement().returns("builtin_calculate", ToolCall::tool);
        assertThat(pieces)
                .containsExactly(new Chunk.CallBegun(0, "c", "builtin_calculate"), new Chunk.CallArguments(0, "{}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"name\":\"\"", ",\"name\":\" \"", ",\"name\":null"})
    void call_that_never_gets_a_name_is_unnamed(String name) {
        String part = "{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"arguments\":\"{}\"%s}}]}";

        Completion whole = stream(delta(part.formatted(name)) + DONE);

        assertThat(whole.toolCalls()).containsExactly(new ToolCall("c", "unnamed", new ToolArguments.Parsed(Map.of())));
        assertThat(pieces).containsExactly(new Chunk.CallBegun(0, "c", "unnamed"), new Chunk.CallArguments(0, "{}"));
    }

    @Test
    void repeated_name_is_one_name() {
        String part =
                "{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"%s\"}}]}";

        Completion whole = stream(delta(part.formatted("")) + delta(part.formatted("{}")) + DONE);

        assertThat(whole.toolCalls()).singleElement().returns("f", ToolCall::tool);
    }

    @Test
    void part_with_a_new_index_alone_continues_the_last_call() {
        Completion whole = stream(
                delta("{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}")
                        + delta("{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"}\"}}]}")
                        + DONE);

        assertThat(whole.toolCalls()).containsExactly(new ToolCall("c", "f", new ToolArguments.Parsed(Map.of())));
    }

    private static Stream<Arguments> thoughts() {
        return Stream.of(
                Arguments.of(List.of("<think>hm</think>Hi"), "hm", "Hi"),
                Arguments.of(List.of("\n <think>", "hm </", "think>", "\n\n", "\nHi"), "hm ", "Hi"),
                Arguments.of(List.of("<thi", "nk>a</thi", "b</think>", "Hi "), "a</thib", "Hi "),
                Arguments.of(List.of("<thi", "s is text"), "", "<this is text"),
                Arguments.of(List.of("Hi <think>no</think>"), "", "Hi <think>no</think>"),
                Arguments.of(List.of("<think>cut o", "ff </th"), "cut off </th", ""),
                Arguments.of(List.of(" ", "<"), "", " <"));
    }

    @ParameterizedTest
    @MethodSource("thoughts")
    void thoughts_within_the_text_are_reasoning(List<String> parts, String reasoning, String text) {
        StringBuilder events = new StringBuilder();
        parts.forEach(part -> events.append(words(part.replace("\n", "\\n"))));

        Completion whole = stream(events + DONE);

        assertThat(whole.reasoning()).isEqualTo(reasoning);
        assertThat(whole.content()).isEqualTo(text);
        assertThat(joined(Chunk.Reasoned.class, Chunk.Reasoned::content)).isEqualTo(reasoning);
        assertThat(joined(Chunk.Text.class, Chunk.Text::content)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\n\\n", "<thi", "<think>hm"})
    void what_is_undecided_comes_before_a_call(String words) {
        stream(words(words)
                + delta(
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}")
                + DONE);

        assertThat(pieces.subList(0, pieces.size() - 2)).allMatch(piece -> !(piece instanceof Chunk.CallBegun));
        assertThat(pieces.get(pieces.size() - 2)).isEqualTo(new Chunk.CallBegun(0, "c", "f"));
        assertThat(pieces).hasSize(3);
    }

    private <T extends Chunk> String joined(Class<T> kind, Function<T, String> content) {
        return pieces.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .map(content)
                .collect(Collectors.joining());
    }

    @Test
    void event_with_a_picture_is_read() {
        String picture = "data:image/png;base64," + "x".repeat(1_100_000);

        Completion whole =
                stream(delta("{\"content\":\"Hi\",\"images\":[{\"image_url\":{\"url\":\"" + picture + "\"}}]}") + DONE);

        assertThat(whole.content()).isEqualTo("Hi");
    }

    @Test
    void whole_answer_to_a_request_for_a_stream_is_accepted() {
        provider.answers(
                OpenAiServer.json("{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}"));

        Completion whole = OpenAiServer.model(provider).stream(CompletionRequest.of("Hi"), pieces::add);

        assertThat(whole.content()).isEqualTo("Hi");
        assertThat(pieces).containsExactly(new Chunk.Text("Hi"));
    }

    @Test
    void text_in_parts_is_joined() {
        Completion whole = stream(
                delta("{\"content\":[{\"type\":\"thinking\",\"thinking\":[]},{\"type\":\"text\",\"text\":\"Hi\"}]}")
                        + end());

        assertThat(whole.content()).isEqualTo("Hi");
    }

    private Completion stream(String body) {
        pieces.clear();
        provider.answers(OpenAiServer.events(body));
        return OpenAiServer.model(provider).stream(CompletionRequest.of("Hi"), pieces::add);
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

    private static String counted(String field, int prompt, int completion) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{" + field + "}}],\"usage\":{\"prompt_tokens\":" + prompt
                + ",\"completion_tokens\":" + completion + "}}\n\n";
    }

    private static String call(int index, String id, String name, String arguments) {
        return delta("{\"tool_calls\":[{\"index\":" + index + ",\"id\":\"" + id + "\",\"function\":{\"name\":\"" + name
                + "\",\"arguments\":" + ProviderJson.write(arguments) + "}}]}");
    }

    private static String piece(int index, String arguments) {
        return delta("{\"tool_calls\":[{\"index\":" + index + ",\"function\":{\"arguments\":"
                + ProviderJson.write(arguments) + "}}]}");
    }

    private static String end() {
        return end("stop");
    }

    private static String end(String reason) {
        return "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}\n\n";
    }
}
