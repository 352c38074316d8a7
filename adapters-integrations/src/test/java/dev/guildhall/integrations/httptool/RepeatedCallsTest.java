package dev.guildhall.integrations.httptool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.integrations.manifest.Declared;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolFilter;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However often a task is attempted, the upstream can tell which of its calls are the same. */
@Timeout(60)
class RepeatedCallsTest {
    private static final String TOO_MANY = Upstream.response("429 Too Many Requests", "Retry-After: 60\r\n", "");
    private static final Map<String, Object> TEN = Map.of("amount", 10);

    @TempDir
    private Path directory;

    private final Stores stores = InMemoryStores.empty();
    private final Upstream upstream = new Upstream();
    private final List<Core> nodes = new ArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();
    private ToolEndpoint api;
    private Core core;
    private Caller.User ada;

    @BeforeEach
    void start() {
        api = Declared.api(directory, upstream.address(), """
            "auth": {"type": "none"},
            "actions": {"pay": {"description": "Pays.", "method": "POST", "path": "/payments",
              "idempotencyKey": "Idempotency-Key",
              "parameters": {"amount": {"type": "integer", "in": "body", "required": true}}}}
            """);
        core = core(stores);
        Registration registration = Registration.of(Sample.id("ada") + "@example.org", "correct horse battery");
        AccessToken token = core.accounts()
                .register(Caller.anonymous(), registration)
                .tokens()
                .accessToken();
        ada = core.accounts().authenticate(Caller.anonymous(), token);
    }

    private Core core(Stores kept) {
        return Core.of(parts -> parts.stores(kept)
                .passwordHasher(new Pbkdf2PasswordHasher(SystemTime.SECRETS, 1))
                .chatModel(new ScriptedChatModel(this::answer))
                .endpoints(() -> List.of(api)));
    }

    @AfterEach
    void stop() throws Exception {
        nodes.forEach(Core::close);
        upstream.close();
    }

    private void start(Core on) {
        on.start();
        nodes.add(on);
    }

    private static ToolCall pay(String id, int amount) {
        return new ToolCall(id, "api.pay", new ToolArguments.Parsed(Map.of("amount", amount)));
    }

    /**
     * The model of the first attempt fails after its calls; that of the second makes the same calls in another order.
     */
    private Completion answer(CompletionRequest request) {
        return switch (asked.incrementAndGet()) {
            case 1 -> ScriptedChatModel.calls(request, List.of(pay("a", 10), pay("b", 20), pay("c", 10)));
            case 2 -> throw new Refusal(new CompletionProblem.ProviderFailed("broken"));
            case 3 -> ScriptedChatModel.calls(request, List.of(pay("d", 20), pay("e", 10), pay("f", 10)));
            default -> ScriptedChatModel.says(request, "paid");
        };
    }

    private Task submitted(String type, Map<String, Object> input) {
        TaskSpec spec = new TaskSpec(
                new TaskType(type), input, List.of("api.pay"), TaskSpec.DEFAULT_PRIORITY, TaskSpec.DEFAULT_TTL);
        return core.tasks().submit(ada, spec, Optional.empty()).task();
    }

    private Task paying() {
        return submitted("tool", Map.of("tool", "api.pay", "parameters", TEN));
    }

    private Task ended(Core on, Task task) {
        return on.tasks().await(ada, task.id(), Duration.ofSeconds(30));
    }

    private List<String> keys() {
        return upstream.seen().stream()
                .flatMap(seen -> seen.header("Idempotency-Key").stream())
                .toList();
    }

    @Test
    void a_tool_task_that_is_tried_again_sends_the_key_of_its_first_attempt() {
        upstream.answers(
                (socket, seen) -> Upstream.write(socket, upstream.seen().size() == 1 ? TOO_MANY : Upstream.json("{}")));
        start(core);

        Task task = ended(core, paying());

        assertThat(task.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(task.attempts()).isEqualTo(2);
        assertThat(keys()).hasSize(2).allMatch(keys().getFirst()::equals);
    }

    @Test
    void another_task_has_another_key() {
        start(core);

        ended(core, paying());
        ended(core, paying());

        assertThat(keys()).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void a_node_that_takes_a_call_over_sends_the_key_of_the_node_before() throws InterruptedException {
        upstream.answers((socket, seen) -> {
            if (upstream.seen().size() == 1) {
                upstream.awaitTheEnd();
            }
            Upstream.write(socket, Upstream.json("{}"));
        });
        start(core);
        Task task = paying();
        upstream.awaitRequest();
        core.close();
        Core second = core(stores);
        start(second);

        assertThat(ended(second, task).status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(keys()).hasSize(2).allMatch(keys().getFirst()::equals);
    }

    @Test
    void an_agent_that_makes_the_same_calls_again_sends_the_same_keys() {
        start(core);

        Task task = ended(core, submitted("agent", Map.of("prompt", "pay 10, 20 and 10")));

        assertThat(task.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(upstream.seen()).hasSize(6);
        assertThat(keysOf(0, 10)).hasSize(2).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(keysOf(3, 10));
        assertThat(keysOf(0, 20)).hasSize(1).isEqualTo(keysOf(3, 20)).doesNotContainAnyElementsOf(keysOf(0, 10));
    }

    /** The keys of three payments that have that amount. */
    private List<String> keysOf(int from, int amount) {
        return upstream.seen().subList(from, from + 3).stream()
                .filter(seen -> seen.json().get("amount").asInt() == amount)
                .flatMap(seen -> seen.header("Idempotency-Key").stream())
                .toList();
    }

    @Test
    void a_call_whose_end_cannot_be_recorded_is_not_made_again() {
        Core faint = core(new FaintStores(stores));
        start(faint);

        Task task = ended(faint, paying());

        assertThat(task.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(task.attempts()).isOne();
        assertThat(keys()).hasSize(1);
    }

    @Test
    void the_record_of_an_execution_names_its_task() {
        start(core);

        Task task = ended(core, paying());

        ToolId tool = core.tools().list(ada, ToolFilter.all(), PageRequest.first()).page().items().stream()
                .filter(one -> one.definition().name().value().equals("api.pay"))
                .findFirst()
                .orElseThrow()
                .id();
        assertThat(core.toolExecutions().ofTool(ada, tool, PageRequest.first()).items())
                .singleElement()
                .extracting(Execution::context)
                .satisfies(context ->
                        assertThat(context.taskId()).contains(task.id().value()));
    }

    /** A database that fails between a call and its record. */
    private record FaintStores(Stores others) implements ForwardingStores {
        @Override
        public ExecutionStore executions() {
            return (ExecutionStore) Proxy.newProxyInstance(
                    ExecutionStore.class.getClassLoader(),
                    new Class<?>[] {ExecutionStore.class},
                    (_, method, arguments) -> {
                        if (method.getName().equals("end")) {
                            throw new Refusal(new CommonProblem.Unavailable("database"));
                        }
                        try {
                            return method.invoke(others.executions(), arguments);
                        } catch (InvocationTargetException failed) {
                            throw failed.getCause();
                        }
                    });
        }
    }
}
