package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.testkit.ScriptedChatModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A support desk as a program that embeds the core writes it. */
@Timeout(60)
class SupportDeskTest {
    private static final Map<String, Object> NUMBER = Map.of(
            "type", "object",
            "properties", Map.of("number", Map.of("type", "string")),
            "required", List.of("number"));

    private final List<String> shown = new ArrayList<>();
    private final List<CompletionRequest> asked = new ArrayList<>();
    private int attempts;
    private final Core core = Core.start(parts -> parts.chatModel(new ScriptedChatModel(this::answer))
            .tool("desk.order", "The state of an order.", NUMBER, (caller, given) -> {
                return Map.of("number", given.get("number"), "state", "shipped");
            })
            .tool("desk.refund", "Refunds an order.", NUMBER, (caller, given) -> {
                throw new IllegalStateException("ledger offline: jdbc:secret@10.0.0.7");
            })
            .task("refund", Retry.upTo(5), Set.of(UncheckedIOException.class), (owner, task) -> refund())
            .task("receive", (owner, task) -> Map.of("order", "77"))
            .task(
                    "check",
                    (owner, task) ->
                            Map.of("amount", 12, "of", task.spec().input().get("order")))
            .task("bank", (owner, task) -> Map.of("paid", task.spec().input().get("amount")))
            .task("mail", (owner, task) -> Map.of("sent", true))
            .task("close", (owner, task) -> task.spec().input()));
    private final Caller.User customer = core.user("crm", "4711");

    @AfterEach
    void close() {
        core.close();
    }

    private Completion answer(CompletionRequest request) {
        asked.add(request);
        if (request.messages().toString().contains("ToolResult")) {
            return ScriptedChatModel.says(request, "Your order has been shipped.");
        }
        ToolArguments number = new ToolArguments.Parsed(Map.of("number", "77"));
        return ScriptedChatModel.calls(
                request, List.of(new ToolCall("1", "desk.order", number), new ToolCall("2", "desk.refund", number)));
    }

    private Map<String, Object> refund() {
        attempts++;
        if (attempts < 3) {
            throw new UncheckedIOException("bank busy", new IOException("503"));
        }
        return Map.of("refunded", true);
    }

    @Test
    void a_customer_is_answered_with_what_the_tools_say() {
        core.memories().remember(customer, "The customer prefers to be reached by e-mail.");

        AgentReply reply = core.agents().ask(customer, "Where is my order 77?", shown::add);

        assertThat(String.join("", shown)).isEqualTo("Your order has been shipped.");
        assertThat(reply.message().content()).isEqualTo("Your order has been shipped.");
        assertThat(asked.getLast().messages().toString()).contains("shipped").doesNotContain("secret");
        assertThat(core.memories().search(customer, "how do we reach the customer?"))
                .anyMatch(hit -> hit.memory().content().contains("e-mail"));
        assertThat(core.user("crm", "4711")).isEqualTo(customer);
    }

    @Test
    void a_refund_is_tried_again_while_the_bank_is_busy() {
        Task refund = core.tasks().submit(customer, "refund", Map.of("order", "77"));

        Task done = core.tasks().await(customer, refund.id());

        assertThat(done.state()).isEqualTo(new TaskState.Completed(Map.of("refunded", true)));
        assertThat(done.attempts()).isEqualTo(3);
        assertThat(done.past())
                .extracting(PastAttempt::error)
                .allMatch(error -> error.code().equals("INTERNAL_ERROR"));
    }

    @Test
    void a_workflow_passes_outputs_from_step_to_step() {
        Workflow flow = core.workflows()
                .start(
                        customer,
                        "return",
                        List.of(
                                StepSpec.of("receive", "receive"),
                                StepSpec.of("check", "check").with("order", "receive", "/order"),
                                StepSpec.of("bank", "bank").with("amount", "check", "/amount"),
                                StepSpec.of("mail", "mail").after("check"),
                                StepSpec.of("close", "close")
                                        .with("paid", "bank", "/paid")
                                        .after("mail")));

        Workflow done = core.workflows().await(customer, flow.id());

        assertThat(done.status()).isEqualTo(WorkflowStatus.COMPLETED);
    }
}
