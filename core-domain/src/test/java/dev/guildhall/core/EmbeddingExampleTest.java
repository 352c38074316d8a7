package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.testkit.ScriptedChatModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The example of the documents: a test compares it with the text there. */
@Timeout(60)
class EmbeddingExampleTest {
    private interface Orders {
        Object find(Object number);
    }

    private interface Bank {
        Map<String, Object> refund(Map<String, Object> input);
    }

    private final List<Object> looked = new ArrayList<>();
    private final List<Object> refunds = new ArrayList<>();

    private Map<String, Object> refund(Map<String, Object> input) {
        refunds.add(input.get("order"));
        if (refunds.size() == 1) {
            throw new UncheckedIOException(new IOException("the bank is busy"));
        }
        return Map.of("refunded", true);
    }

    private static Completion answer(CompletionRequest request) {
        return request.messages().toString().contains("shipped")
                ? ScriptedChatModel.says(request, "It is shipped.")
                : ScriptedChatModel.calls(
                        request,
                        List.of(new ToolCall("1", "desk.order", new ToolArguments.Parsed(Map.of("number", "77")))));
    }

    @Test
    void an_agent_has_the_tool_of_the_program_and_a_task_is_tried_again() {
        ChatModel model = new ScriptedChatModel(EmbeddingExampleTest::answer);
        Orders orders = order -> {
            looked.add(order);
            return "shipped";
        };
        Bank bank = this::refund;

        Map<String, Object> number = Map.of("type", "object", "properties", Map.of("number", Map.of("type", "string")));
        try (Core core = Core.start(parts -> parts.chatModel(model)
                .tool(
                        "desk.order",
                        "The state of an order.",
                        number,
                        (caller, given) -> orders.find(given.get("number")))
                .task(
                        "refund",
                        Retry.upTo(5),
                        Set.of(UncheckedIOException.class),
                        (owner, task) -> bank.refund(task.spec().input())))) {
            Caller.User customer = core.user("crm", "4711");
            core.agents().ask(customer, "Where is my order 77?", System.out::print);
            Task refund = core.tasks().submit(customer, "refund", Map.of("order", "77"));
            System.out.println(core.tasks().await(customer, refund.id()).state());
        }

        assertThat(looked).containsExactly("77");
        assertThat(refunds).containsExactly("77", "77");
    }
}
