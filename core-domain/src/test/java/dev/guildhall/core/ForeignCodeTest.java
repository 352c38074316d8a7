package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHandler;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.tool.ToolFunction;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.testkit.contract.AtOnce;
import java.lang.reflect.Method;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the code of a program does wrong at the edge to the core. */
@Timeout(60)
class ForeignCodeTest {
    private static final Map<String, Object> NOTHING = Map.of("type", "object");

    /** An exception that even fails to describe itself. */
    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    private static Map<String, Object> cycle() {
        Map<String, Object> cycle = new HashMap<>();
        cycle.put("again", cycle);
        return cycle;
    }

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of(Map.of("average", Double.NaN), "average: is a number that JSON does not have"),
                Arguments.of(Map.of("day", LocalDate.of(2026, 11, 29)), "day: is a java.time.LocalDate"),
                Arguments.of(Map.of("all", Set.of(1)), "all: is a java.util.ImmutableCollections$Set12"),
                Arguments.of(cycle(), "levels"),
                Arguments.of(Map.of("long", "x".repeat(2 * 1024 * 1024)), "is longer than 1048576 characters"));
    }

    private static Task ran(TaskHandler handler) {
        try (Core core = Core.start(parts -> parts.task("work", handler).task("other", (owner, task) -> Map.of()))) {
            Caller.User ada = core.user("crm", "ada");
            Task done = core.tasks()
                    .await(ada, core.tasks().submit(ada, "work", Map.of()).id());
            Task next = core.tasks()
                    .await(ada, core.tasks().submit(ada, "other", Map.of()).id());
            assertThat(next.state()).isEqualTo(new TaskState.Completed(Map.of()));
            return done;
        }
    }

    private static String failureOf(TaskHandler handler) {
        assertThat(ran(handler).state()).isInstanceOf(TaskState.Failed.class);
        return ((TaskState.Failed) ran(handler).state()).error().message();
    }

    @ParameterizedTest
    @MethodSource("values")
    void a_handler_that_returns_no_json_fails_its_task_with_the_place(Map<String, Object> output, String fault) {
        assertThat(failureOf((owner, task) -> output)).contains(fault);
    }

    @Test
    void a_handler_that_returns_null_fails_its_task() {
        assertThat(failureOf((owner, task) -> null)).isEqualTo("output: is null");
    }

    @Test
    void a_handler_may_throw_what_it_likes_and_its_owner_reads_no_message() {
        assertThat(failureOf((owner, task) -> {
                    throw new IllegalStateException("jdbc:secret@10.0.0.7");
                }))
                .isEqualTo("the task could not be carried out");
        assertThat(failureOf((owner, task) -> {
                    throw new Broken();
                }))
                .isEqualTo("the task could not be carried out");
        assertThat(failureOf((owner, task) -> {
                    throw new StackOverflowError();
                }))
                .isEqualTo("the task could not be carried out");
        assertThat(failureOf((owner, task) -> {
                    throw new Exception();
                }))
                .isEqualTo("the task could not be carried out");
    }

    @Test
    void an_exception_that_the_rule_does_not_name_ends_the_task() {
        try (Core core = Core.start(
                parts -> parts.task("work", Retry.upTo(3), Set.of(IllegalArgumentException.class), (owner, task) -> {
                    throw new IllegalStateException("no");
                }))) {
            Caller.User ada = core.user("crm", "ada");
            Task done = core.tasks()
                    .await(ada, core.tasks().submit(ada, "work", Map.of()).id());

            assertThat(done.attempts()).isOne();
        }
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
    @MethodSource("values")
    void a_tool_that_returns_no_json_fails_and_the_model_is_told(Map<String, Object> result, String fault) {
        String place = fault.startsWith("is longer") ? "the result has more than 1048576 characters" : fault;
        assertThat(told((caller, arguments) -> result)).contains(place);
    }

    @Test
    void a_tool_that_throws_or_returns_null_fails_and_the_model_is_told() {
        assertThat(told((caller, arguments) -> null)).contains("result: is null");
        assertThat(told((caller, arguments) -> {
                    throw new Broken();
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
}
