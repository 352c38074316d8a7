package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHandler;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.tool.ToolFunction;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.task.TaskHandlerContract;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the code of a program does wrong at the edge to the core. */
@Timeout(60)
class ForeignCodeTest implements TaskHandlerContract {
    private static final Map<String, Object> NOTHING = Map.of("type", "object");

    private final Stores stores = InMemoryStores.empty();

    @Override
    public Stores stores() {
        return stores;
    }

    /** What the model is told of the result of a call. */
    private static String told(ToolFunction function) {
        List<CompletionRequest> asked = new ArrayList<>();
        try (Core core = Core.start(parts -> parts.chatModel(new ScriptedChatModel(request -> answer(request, asked)))
                .tool("desk.work", "Works.", NOTHING, function))) {
            AgentReply reply = core.agents().ask(core.user("crm", "ada"), "work", words -> {});
            assertThat(reply.message().content()).isEqualTo("done");
            return asked.getLast().messages().toString();
        }
    }

    private static Completion answer(CompletionRequest request, List<CompletionRequest> asked) {
        asked.add(request);
        return request.messages().toString().contains("ToolResult")
                ? ScriptedChatModel.says(request, "done")
                : ScriptedChatModel.calls(
                        request, List.of(new ToolCall("1", "desk.work", new ToolArguments.Parsed(Map.of()))));
    }

    @ParameterizedTest
    @MethodSource("dev.guildhall.testkit.contract.task.TaskHandlerContract#faults")
    void a_tool_that_returns_no_json_fails_and_the_model_is_told(Map<String, Object> result, String fault) {
        String place = fault.startsWith("is longer")
                ? "the result has more than 1048576 characters"
                : fault.replace("output", "result");
        assertThat(told((caller, arguments) -> result)).contains(place);
    }

    @Test
    void a_tool_that_throws_or_returns_null_fails_and_the_model_is_told() {
        assertThat(told((caller, arguments) -> null)).contains("result: is null");
        assertThat(told((caller, arguments) -> {
                    throw new TaskHandlerContract.Broken();
                }))
                .contains("the tool failed unexpectedly");
        assertThat(told((caller, arguments) -> {
                    throw new StackOverflowError();
                }))
                .contains("the tool failed unexpectedly");
    }

    @Test
    void a_tool_that_is_not_valid_is_named() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Core.of(parts -> parts.tool("desk", "x", NOTHING, (caller, given) -> 1)))
                .withMessageStartingWith("tool desk: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Core.of(parts -> parts.tool("", "x", NOTHING, (caller, given) -> 1)))
                .withMessageStartingWith("tool : ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Core.of(parts -> parts.tool("desk.one", "x", Map.of(), (caller, given) -> 1)))
                .withMessage("tool desk.one: parameters: must be a JSON Schema of the type object");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Core.of(parts -> parts.tool("desk.one", "x", NOTHING, (caller, given) -> 1)
                        .tool("desk.one", "y", NOTHING, (caller, given) -> 2)))
                .withMessage("tool desk.one: there are two of this name");
    }

    @Test
    void two_handlers_of_a_type_and_one_of_a_built_in_type_are_named() {
        TaskHandler work = (owner, task) -> Map.of();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Core.of(parts -> parts.task("work", work).task("work", work)))
                .withMessage("task type work: has two handlers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Core.of(parts -> parts.task("echo", work)))
                .withMessage("task type echo: is built in");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Core.of(parts -> parts.task("No type!", work)))
                .withMessageStartingWith("task type No type!: ");
    }

    @Test
    void a_misspelt_type_is_refused() {
        try (Core core = Core.of(parts -> parts.task("refund", (owner, task) -> Map.of()))) {
            Caller.User ada = core.user("crm", "ada");

            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> core.tasks().submit(ada, "refnd", Map.of()))
                    .satisfies(refusal -> assertThat(refusal.problem()).isInstanceOf(TaskProblem.UnknownType.class));
            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> core.workflows().start(ada, "return", List.of(StepSpec.of("one", "refnd"))))
                    .satisfies(refusal -> assertThat(refusal.problem()).isInstanceOf(TaskProblem.UnknownType.class));
        }
    }

    static Stream<Method> setters() {
        return Arrays.stream(Parts.class.getMethods())
                .filter(method -> method.getReturnType() == Parts.class)
                .filter(method -> method.getParameterCount() > 0);
    }

    @ParameterizedTest
    @MethodSource("setters")
    void a_part_that_is_null_is_named(Method setter) {
        Object[] nulls = new Object[setter.getParameterCount()];

        assertThatNullPointerException()
                .isThrownBy(() -> {
                    try {
                        setter.invoke(new Parts(), nulls);
                    } catch (ReflectiveOperationException thrown) {
                        throw thrown.getCause();
                    }
                })
                .satisfies(named -> assertThat(
                                Arrays.stream(setter.getParameters()).map(each -> each.getName()))
                        .contains(named.getMessage()));
    }

    @Test
    void a_thousand_threads_find_the_same_user() throws Exception {
        try (Core core = Core.of(parts -> parts)) {
            List<Caller.User> users = AtOnce.run(Collections.nCopies(1_000, () -> core.user("crm", "4711")));

            assertThat(Set.copyOf(users)).hasSize(1);
        }
    }

    @Test
    void what_a_listener_throws_reaches_its_caller_and_harms_nothing() {
        try (Core core = Core.start(parts ->
                parts.chatModel(ScriptedChatModel.echo()).task("work", (owner, task) -> Map.of("done", true)))) {
            Caller.User ada = core.user("crm", "ada");
            Task work = core.tasks().submit(ada, "work", Map.of());

            assertThatExceptionOfType(Unheard.class)
                    .isThrownBy(() -> core.tasks().watch(ada, work.id(), 0, Unheard::thrown));
            assertThatExceptionOfType(Unheard.class)
                    .isThrownBy(() -> core.agents().ask(ada, "hello", Unheard::thrown));
            assertThatExceptionOfType(Unheard.class)
                    .isThrownBy(() -> core.completions().stream(ada, CompletionRequest.of("hi"), Unheard::thrown));

            assertThat(core.tasks().await(ada, work.id()).state())
                    .isEqualTo(new TaskState.Completed(Map.of("done", true)));
            assertThat(core.agents().ask(ada, "hello", words -> {}).message().content())
                    .isEqualTo("You said: hello");
        }
    }

    private static final class Unheard extends RuntimeException {
        private static final long serialVersionUID = 1L;

        static void thrown(Object event) {
            throw new Unheard();
        }
    }
}
