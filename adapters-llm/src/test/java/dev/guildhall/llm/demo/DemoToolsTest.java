package dev.guildhall.llm.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoToolsTest {
    private static final FunctionSpec CALCULATE = tool("builtin.calculate", "expression");
    private static final FunctionSpec TIME =
            new FunctionSpec("builtin.time_now", "The time.", Map.of("type", "object"));
    private static final FunctionSpec SEARCH = tool("acme.web.search", "query");
    private static final List<FunctionSpec> ALL = List.of(TIME, CALCULATE, SEARCH);

    private final DemoChatModel model = new DemoChatModel(time -> {});

    @Test
    void arithmetic_calls_the_calculator() {
        Completion answer = ask("What is 12*12? Use the calculator.", ALL);

        assertThat(answer.content()).isEmpty();
        assertThat(answer.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(answer.toolCalls())
                .containsExactly(call("call_1", "builtin.calculate", Map.of("expression", "12*12")));
    }

    @Test
    void two_sums_are_two_calls_at_once() {
        Completion answer = ask("What is 2+2 and what is 3*7?", ALL);

        assertThat(answer.toolCalls())
                .containsExactly(
                        call("call_1", "builtin.calculate", Map.of("expression", "2+2")),
                        call("call_2", "builtin.calculate", Map.of("expression", "3*7")));
    }

    @Test
    void tool_that_was_not_offered_is_not_called() {
        assertThat(ask("What is 12*12?", List.of()).toolCalls()).isEmpty();
        assertThat(ask("What is 12*12?", List.of(TIME)).toolCalls()).isEmpty();
        assertThat(ask("Call acme.other.thing {}", ALL).toolCalls()).isEmpty();
    }

    @Test
    void question_for_the_time_calls_the_clock() {
        assertThat(ask("What time is it?", ALL).toolCalls())
                .containsExactly(call("call_1", "builtin.time_now", Map.of()));
        assertThat(ask("What's the time in Europe/Berlin?", ALL).toolCalls())
                .containsExactly(call("call_1", "builtin.time_now", Map.of("timezone", "Europe/Berlin")));
        assertThat(ask("How many times did it rain?", ALL).toolCalls()).isEmpty();
    }

    @Test
    void named_tool_gets_the_object_that_follows() {
        Completion answer = ask("Please call acme.web.search with {\"query\": \"{cats}\", \"n\": 3} now", ALL);

        assertThat(answer.toolCalls())
                .containsExactly(call("call_1", "acme.web.search", Map.of("query", "{cats}", "n", 3)));
    }

    @Test
    void tool_may_be_named_by_one_word() {
        FunctionSpec calculator = tool("calculator", "expression");
        FunctionSpec search = tool("webSearch", "query");

        assertThat(ask("What is 12*12? Use the calculator.", List.of(calculator))
                        .toolCalls())
                .containsExactly(call("call_1", "calculator", Map.of("expression", "12*12")));
        assertThat(ask("Call webSearch: cats", List.of(calculator, search)).toolCalls())
                .containsExactly(call("call_1", "webSearch", Map.of("query", "cats")));
    }

    @Test
    void tool_is_meant_by_the_words_of_its_name() {
        List<FunctionSpec> tools = List.of(tool("get_stock_price", "ticker"), tool("get_weather", "location"));

        assertThat(ask("What's the weather like in Paris?", tools).toolCalls())
                .containsExactly(call("call_1", "get_weather", Map.of("location", "Paris")));
        assertThat(ask("What is the price?", tools).toolCalls()).isEmpty();
        assertThat(ask("What is the price of that stock?", tools).toolCalls())
                .containsExactly(call("call_1", "get_stock_price", Map.of()));
    }

    @Test
    void command_for_a_tool_precedes_the_arithmetic_in_it() {
        FunctionSpec create = texts("builtin.task_create", Map.of("title", 12, "description", 100));

        Completion answer = ask(
                "Create a task: what is 15 % of 240 and 8 % of 1,250?",
                List.of(tool("builtin.calculate", "expression"), create));

        assertThat(answer.toolCalls())
                .containsExactly(call(
                        "call_1",
                        "builtin.task_create",
                        Map.of("title", "what is 15 …", "description", "what is 15 % of 240 and 8 % of 1,250")));
    }

    @Test
    void repeated_expression_is_computed_once() {
        assertThat(ask("What is 15 % of 240? I said: what is 15 % of 240?", ALL).toolCalls())
                .containsExactly(call("call_1", "builtin.calculate", Map.of("expression", "15/100*240")));
    }

    @Test
    void created_task_is_reported() {
        Completion answer = tell(
                "Create a task: rest.",
                new ChatMessage.ToolResult(
                        "t", "builtin.task_create", "{\"taskId\":\"wf_1\",\"title\":\"rest\",\"steps\":[]}"));

        assertThat(answer.content())
                .startsWith("The task “rest” is created. The agent works on it in the background. (");
    }

    @Test
    void two_named_tools_are_two_calls() {
        Completion answer = ask("acme.web.search {\"query\":\"a\"} then acme.web.search {\"query\":\"b\"}", ALL);

        assertThat(answer.toolCalls())
                .containsExactly(
                        call("call_1", "acme.web.search", Map.of("query", "a")),
                        call("call_2", "acme.web.search", Map.of("query", "b")));
    }

    @Test
    void named_tool_with_one_text_parameter_gets_the_rest_of_the_message() {
        Completion answer = ask("Use acme.web.search: cats and dogs", ALL);

        assertThat(answer.toolCalls())
                .containsExactly(call("call_1", "acme.web.search", Map.of("query", "cats and dogs")));
    }

    @Test
    void named_calculator_gets_the_arithmetic_of_the_message() {
        Completion answer = ask("Use builtin.calculate to work out 10-4.", ALL);

        assertThat(answer.toolCalls())
                .containsExactly(call("call_1", "builtin.calculate", Map.of("expression", "10-4")));
    }

    @Test
    void named_tool_without_parameters_is_called_without_arguments() {
        assertThat(ask("Call builtin.time_now.", ALL).toolCalls())
                .containsExactly(call("call_1", "builtin.time_now", Map.of()));
    }

    @Test
    void malformed_object_becomes_malformed_arguments() {
        Completion answer = ask("Call acme.web.search {\"query\": oops", ALL);

        assertThat(answer.toolCalls())
                .singleElement()
                .satisfies(call -> assertThat(call.arguments()).isInstanceOf(ToolArguments.Malformed.class));
    }

    @Test
    void results_are_reported_without_a_further_call() {
        Completion answer = tell(
                "What is 12*12, and 1/0?",
                new ChatMessage.ToolResult("a", "builtin.calculate", "{\"result\":144}"),
                new ChatMessage.ToolResult("b", "builtin.calculate", "{\"error\":\"division by zero\"}"));

        assertThat(answer.toolCalls()).isEmpty();
        assertThat(answer.content()).startsWith("12*12 = 144. 1/0 failed: division by zero. (");
    }

    @Test
    void time_is_reported() {
        Completion answer = tell(
                "What time is it?",
                new ChatMessage.ToolResult(
                        "t", "builtin.time_now", "{\"time\":\"2026-11-20T10:00:00Z\",\"timezone\":\"UTC\"}"));

        assertThat(answer.content()).startsWith("The time is 2026-11-20T10:00:00Z (UTC). (");
    }

    @Test
    void other_results_are_reported_shortened() {
        Completion answer = tell(
                "Search",
                new ChatMessage.ToolResult("s", "acme.web.search", "{\"hits\":\"" + "x".repeat(9000) + "\"}"));

        assertThat(answer.content())
                .startsWith("acme.web.search answered {\"hits\":\"xx")
                .hasSizeLessThan(700);
    }

    @Test
    void result_that_is_not_json_is_reported_unchanged() {
        Completion answer = tell("Search", new ChatMessage.ToolResult("s", "acme.web.search", "<html>"));

        assertThat(answer.content()).startsWith("acme.web.search answered <html>.");
    }

    @Test
    void results_before_the_last_question_do_not_count() {
        List<ChatMessage> messages = List.of(
                new ChatMessage.User("What is 1+1?"),
                new ChatMessage.ToolResult("x", "builtin.calculate", "{\"result\":2}"),
                new ChatMessage.Assistant("1+1 = 2."),
                new ChatMessage.User("And what is 2+2?"));

        Completion answer = model.complete(new CompletionRequest(messages, Sampling.DEFAULT, ALL));

        assertThat(answer.toolCalls())
                .containsExactly(call("call_1", "builtin.calculate", Map.of("expression", "2+2")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "a.",
                "1.",
                "(",
                "-",
                " ",
                "1-1 a ",
                "1,000",
                "acme.web.search ",
                "{",
                "=",
                "1+",
                "I'm A ",
                "0x"
            })
    @Timeout(value = 10, unit = TimeUnit.SECONDS)
    void long_monotonous_message_is_answered_at_once(String part) {
        Completion answer = ask("acme.web.search " + part.repeat(300_000), ALL);

        assertThat(answer.model()).isEqualTo("demo");
    }

    private Completion ask(String question, List<FunctionSpec> tools) {
        return model.complete(new CompletionRequest(List.of(new ChatMessage.User(question)), Sampling.DEFAULT, tools));
    }

    private Completion tell(String question, ChatMessage.ToolResult... results) {
        List<ToolCall> calls = List.of(
                call("a", "builtin.calculate", Map.of("expression", "12*12")),
                call("b", "builtin.calculate", Map.of("expression", "1/0")));
        List<ChatMessage> messages = new ArrayList<>();
        messages.add(new ChatMessage.User(question));
        messages.add(new ChatMessage.Assistant("", calls));
        messages.addAll(List.of(results));
        return model.complete(new CompletionRequest(messages, Sampling.DEFAULT, ALL));
    }

    private static ToolCall call(String id, String tool, Map<String, Object> arguments) {
        return new ToolCall(id, tool, new ToolArguments.Parsed(arguments));
    }

    private static FunctionSpec tool(String name, String parameter) {
        Map<String, Object> schema = Map.of(
                "type",
                "object",
                "properties",
                Map.of(parameter, Map.of("type", "string")),
                "required",
                List.of(parameter));
        return new FunctionSpec(name, "A tool.", schema);
    }

    /** A tool that requires texts of at most so many characters. */
    private static FunctionSpec texts(String name, Map<String, Integer> most) {
        Map<String, Object> properties = new LinkedHashMap<>();
        most.forEach((parameter, characters) ->
                properties.put(parameter, Map.of("type", "string", "maxLength", characters)));
        Map<String, Object> schema =
                Map.of("type", "object", "properties", properties, "required", List.copyOf(most.keySet()));
        return new FunctionSpec(name, "A tool.", schema);
    }
}
