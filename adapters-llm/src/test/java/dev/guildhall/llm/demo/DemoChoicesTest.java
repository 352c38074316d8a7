package dev.guildhall.llm.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.wire.http.ProviderJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoChoicesTest {
    private static final FunctionSpec CALCULATE = function("builtin.calculate", "expression");
    private static final FunctionSpec SEND = function("mail.send", "to");

    private final DemoChatModel model = new DemoChatModel(time -> {});

    @Test
    void no_function_is_called_when_calls_are_forbidden() {
        Completion answer = ask("What is 2 + 3?", new FunctionOffer(List.of(CALCULATE), new ToolChoice.None(), true));

        assertThat(answer.toolCalls()).isEmpty();
        assertThat(answer.content()).isNotEmpty();
    }

    @Test
    void fitting_function_is_called_when_a_call_is_required() {
        Completion answer =
                ask("What is 2 + 3?", new FunctionOffer(List.of(SEND, CALCULATE), new ToolChoice.Required(), true));

        assertThat(answer.toolCalls()).extracting(ToolCall::tool).containsExactly("builtin.calculate");
    }

    @Test
    void first_function_is_called_with_minimal_arguments_when_a_call_is_required_and_none_fits() {
        Completion answer = ask("Hello", new FunctionOffer(List.of(SEND, CALCULATE), new ToolChoice.Required(), true));

        assertThat(answer.toolCalls())
                .containsExactly(new ToolCall("call_1", "mail.send", new ToolArguments.Parsed(Map.of("to", ""))));
    }

    @Test
    void named_function_is_called_whatever_the_question() {
        Completion answer = ask(
                "What is 2 + 3?", new FunctionOffer(List.of(SEND, CALCULATE), new ToolChoice.Named("mail.send"), true));

        assertThat(answer.toolCalls()).extracting(ToolCall::tool).containsExactly("mail.send");
    }

    @Test
    void one_function_is_called_when_they_may_not_be_parallel() {
        String question = "Use mail.send {\"to\":\"a\"} and mail.send {\"to\":\"b\"}";

        Completion both = ask(question, FunctionOffer.of(List.of(SEND)));
        Completion one = ask(question, new FunctionOffer(List.of(SEND), new ToolChoice.Auto(), false));

        assertThat(both.toolCalls()).hasSize(2);
        assertThat(one.toolCalls()).isEqualTo(both.toolCalls().subList(0, 1));
    }

    @Test
    void result_is_reported_even_if_a_call_is_required_so_that_loops_end() {
        ToolCall call = new ToolCall("c", "mail.send", new ToolArguments.Parsed(Map.of()));
        List<ChatMessage> messages = List.of(
                new ChatMessage.User("Hello"),
                new ChatMessage.Assistant("", List.of(call)),
                new ChatMessage.ToolResult("c", "mail.send", "{}"));
        FunctionOffer offer = new FunctionOffer(List.of(SEND), new ToolChoice.Required(), true);

        Completion answer =
                model.complete(new CompletionRequest(messages, Sampling.DEFAULT, offer, new ResponseFormat.Words()));

        assertThat(answer.toolCalls()).isEmpty();
    }

    @Test
    void answer_is_a_json_object_when_the_request_asks_for_one() throws Exception {
        Completion answer = ask("count to 3", new ResponseFormat.Json());

        assertThat(ProviderJson.MAPPER.readTree(answer.content()).path("answer").asText())
                .startsWith("1 2 3");
    }

    @Test
    void answer_is_an_instance_of_the_schema_of_the_request() {
        Map<String, Object> schema = Map.of(
                "type", "object", "required", List.of("n"), "properties", Map.of("n", Map.of("type", "integer")));

        Completion answer = ask("count to 3", new ResponseFormat.Schema("thing", schema, true));

        assertThat(answer.content()).isEqualTo("{\"n\":0}");
    }

    @Test
    void slow_model_settles_before_each_wait() {
        List<String> seen = new ArrayList<>();
        DemoChatModel slow = new DemoChatModel(time -> seen.add("wait"));

        slow.stream(
                new CompletionRequest(
                        List.of(new ChatMessage.User("Hello")), Sampling.model(DemoChatModel.SLOW), List.of()),
                new ChunkSink() {
                    @Override
                    public void accept(Chunk chunk) {
                        seen.add("piece");
                    }

                    @Override
                    public void settle() {
                        seen.add("settle");
                    }
                });

        assertThat(String.join(" ", seen)).contains("piece settle wait").doesNotContain("piece wait");
    }

    private Completion ask(String question, FunctionOffer offer) {
        return model.complete(new CompletionRequest(
                List.of(new ChatMessage.User(question)), Sampling.DEFAULT, offer, new ResponseFormat.Words()));
    }

    private Completion ask(String question, ResponseFormat format) {
        return model.complete(new CompletionRequest(
                List.of(new ChatMessage.User(question)), Sampling.DEFAULT, FunctionOffer.NOTHING, format));
    }

    private static FunctionSpec function(String name, String parameter) {
        return new FunctionSpec(
                name,
                "Does something.",
                Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of(parameter, Map.of("type", "string"), "extra", Map.of("type", "string")),
                        "required",
                        List.of(parameter)));
    }
}
