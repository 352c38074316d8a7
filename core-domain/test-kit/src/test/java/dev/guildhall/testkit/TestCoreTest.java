package dev.guildhall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Core;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TestCoreTest {
    private static final Map<String, Object> NUMBER = Map.of(
            "type", "object",
            "properties", Map.of("number", Map.of("type", "string")),
            "required", List.of("number"));

    private final List<Instant> attempts = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final TestCore desk = new TestCore(parts -> parts.chatModel(new ScriptedChatModel(this::answer))
            .tool("desk.order", "The state of an order.", NUMBER, (caller, given) -> {
                threads.add(Thread.currentThread());
                return Map.of("number", given.get("number"), "state", "shipped");
            })
            .tool("desk.refund", "Refunds an order.", NUMBER, (caller, given) -> {
                throw new IllegalStateException("ledger offline");
            })
            .task("refund", Retry.upTo(5), Set.of(UncheckedIOException.class), (owner, task) -> refund())
            .task("receive", (owner, task) -> Map.of("order", "77"))
            .task("check", (owner, task) -> Map.of("of", task.spec().input().get("order"))));
    private final Caller.User customer = desk.core().user("crm", "4711");

    @AfterEach
    void close() {
        desk.close();
    }

    private Completion answer(CompletionRequest request) {
        if (request.messages().toString().contains("ToolResult")) {
            return ScriptedChatModel.says(request, "Your order has been shipped.");
        }
        ToolArguments number = new ToolArguments.Parsed(Map.of("number", "77"));
        return ScriptedChatModel.calls(
                request, List.of(new ToolCall("1", "desk.order", number), new ToolCall("2", "desk.refund", number)));
    }

    private Map<String, Object> refund() {
        threads.add(Thread.currentThread());
        attempts.add(desk.now());
        if (attempts.size() < 3) {
            throw new UncheckedIOException("bank busy", new IOException("503"));
        }
        return Map.of("refunded", true);
    }

    private Task refundTask() {
        return desk.core().tasks().submit(customer, "refund", Map.of("order", "77"));
    }

    private List<Duration> pauses() {
        return attempts.stream().map(at -> Duration.between(Sample.NOW, at)).toList();
    }

    @Test
    void a_task_runs_when_the_test_runs_what_is_due() {
        Task task = refundTask();
        assertThat(attempts).isEmpty();

        desk.runDue();
        desk.runDue();
        desk.advance(Duration.ofMillis(999));
        desk.runDue();
        assertThat(attempts).hasSize(1);

        desk.advance(Duration.ofMillis(1));
        desk.runDue();
        desk.advance(Duration.ofSeconds(2));
        desk.runDue();

        assertThat(pauses()).containsExactly(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(3));
        assertThat(desk.core().tasks().find(customer, task.id()).state())
                .isEqualTo(new TaskState.Completed(Map.of("refunded", true)));
        assertThat(threads).containsOnly(Thread.currentThread());
    }

    @RepeatedTest(50)
    void a_program_that_waits_moves_the_time_on() {
        Task done = desk.core().tasks().await(customer, refundTask().id());

        assertThat(done.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(pauses()).containsExactly(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(3));
    }

    @Test
    void a_workflow_is_carried_out_in_order() {
        Workflow flow = desk.core()
                .workflows()
                .start(
                        customer,
                        "return",
                        List.of(
                                StepSpec.of("receive", "receive"),
                                StepSpec.of("check", "check").with("order", "receive", "/order")));

        desk.runDue();

        assertThat(desk.core().workflows().find(customer, flow.id()).status()).isEqualTo(WorkflowStatus.COMPLETED);
        assertThat(desk.core().workflows().await(customer, flow.id()).status()).isEqualTo(WorkflowStatus.COMPLETED);
        assertThat(desk.now()).isEqualTo(Sample.NOW);
    }

    @RepeatedTest(20)
    void an_answer_has_the_same_events_in_the_same_order() {
        List<AgentEvent> events = new ArrayList<>();

        desk.core().agents().chat(customer, AgentRequest.ofQuestion(customer.userId(), "Where is my order 77?"), events::add);

        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly(
                        "Started",
                        "ToolStarted",
                        "ToolStarted",
                        "ToolFinished",
                        "ToolFinished",
                        "Token",
                        "Token",
                        "Token",
                        "Token",
                        "Token");
        assertThat(threads).containsOnly(Thread.currentThread());
    }

    private static String statusOf(Tasks tasks, Caller owner) {
        Task inner = tasks.submit(owner, "sum", Map.of());
        return tasks.await(owner, inner.id()).status().name();
    }

    @Test
    void a_task_waits_for_another_that_it_submits() {
        AtomicReference<Core> inner = new AtomicReference<>();
        try (TestCore other = new TestCore(parts -> parts.task("sum", (owner, task) -> Map.of("sum", 3))
                .task(
                        "outer",
                        (owner, task) -> Map.of("inner", statusOf(inner.get().tasks(), owner))))) {
            inner.set(other.core());
            Caller.User user = other.core().user("crm", "1");
            Task outer = other.core().tasks().submit(user, "outer", Map.of());

            other.runDue();

            assertThat(other.core().tasks().find(user, outer.id()).state())
                    .isEqualTo(new TaskState.Completed(Map.of("inner", "COMPLETED")));
        }
    }

    @Test
    void one_thread_at_a_time_runs_the_work() {
        AtomicReference<TestCore> self = new AtomicReference<>();
        List<Thread> others = new ArrayList<>();
        try (TestCore core = new TestCore(parts -> parts.task("first", (owner, task) -> {
                    others.add(Thread.ofVirtual().start(self.get()::runDue));
                    others.getFirst().join();
                    return Map.of("ran", threads.size());
                })
                .task("second", (owner, task) -> {
                    threads.add(Thread.currentThread());
                    return Map.of();
                }))) {
            self.set(core);
            Caller.User user = core.core().user("crm", "1");
            core.core().tasks().submit(user, "first", Map.of());
            core.core().tasks().submit(user, "second", Map.of());

            core.runDue();

            assertThat(threads).containsExactly(Thread.currentThread());
        }
    }

    @Test
    void the_same_calls_lead_to_the_same_identifiers() {
        try (TestCore one = new TestCore(parts -> parts);
                TestCore other = new TestCore(parts -> parts)) {
            assertThat(one.core().user("crm", "4711"))
                    .isEqualTo(other.core().user("crm", "4711"));
        }
    }

    @Test
    void only_callers_run_the_work() {
        assertThatThrownBy(desk.core()::start).isInstanceOf(IllegalStateException.class);
        try (Core threaded = Core.of(parts -> parts)) {
            assertThatThrownBy(threaded::runDue)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the core has threads of its own");
        }
        assertThatThrownBy(() -> desk.advance(Duration.ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
        desk.close();
        assertThatThrownBy(desk::runDue).isInstanceOf(Refusal.class);
    }
}
