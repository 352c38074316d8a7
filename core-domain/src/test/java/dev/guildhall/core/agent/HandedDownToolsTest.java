package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.guildhall.core.Core;
import dev.guildhall.core.Refused;
import dev.guildhall.core.account.CountingHasher;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.ports.tool.NewTool;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A restriction of the tools of a chat, a task or a workflow step holds for all that these create. */
@Timeout(20)
class HandedDownToolsTest {
    private static final String CREATE = "builtin.task_create";
    private static final Map<String, Object> TEA =
            Map.of("title", "tea", "description", "make tea", "steps", List.of(Map.of("title", "boil")));
    private static final ToolCall CREATION = new ToolCall("c1", CREATE, new ToolArguments.Parsed(TEA));
    private static final TaskFilter ANY = new TaskFilter(Optional.empty(), Optional.empty(), Optional.empty());

    private final FakeTools tools = new FakeTools().addEcho("a.sum").addEcho("a.mail");
    private final Stores stores = InMemoryStores.empty();
    private final BlockingQueue<List<String>> offeredToSteps = new LinkedBlockingQueue<>();
    private final Core core = core();
    private final Caller.User ada = registered();
    private Optional<Core> node = Optional.empty();

    private Core core() {
        return Core.of(parts -> parts.stores(stores)
                .unknownTaskTypes(UnknownTaskTypes.AGENT)
                .passwordHasher(new CountingHasher())
                .chatModel(new ScriptedChatModel(this::answer))
                .tools(tools));
    }

    private Caller.User registered() {
        Registration registration = Registration.of(Sample.id("ada") + "@example.org", "correct horse battery");
        SignedIn signedIn = core.accounts().register(Caller.anonymous(), registration);
        return core.accounts()
                .authenticate(Caller.anonymous(), signedIn.tokens().accessToken());
    }

    @AfterEach
    void stop() {
        node.ifPresent(Core::close);
    }

    /** In a chat the model creates a task; the agent of a step is asked what it is offered. */
    private Completion answer(CompletionRequest request) {

        String messages = request.messages().toString();
        if (messages.contains("Your step: ")) {
            offeredToSteps.add(Shown.offered(request));
            return ScriptedChatModel.says(request, "done");
        }
        return messages.contains("ToolResult")
                ? ScriptedChatModel.says(request, "done")
                : ScriptedChatModel.calls(request, List.of(CREATION));
    }

    private void chat(boolean enableMemory, Optional<List<String>> allowed) {
        AgentRequest asked = AgentRequest.ofQuestion(ada.userId(), "make tea");
        core.agents()
                .chat(
                        ada,
                        new AgentRequest(
                                asked.userId(),
                                asked.mode(),
                                asked.chatId(),
                                asked.messages(),
                                new AgentOptions(Sampling.DEFAULT, enableMemory, allowed)),
                        event -> {});
    }

    /** What the agent of the next step is offered, once a node that was not there before carries it out. */
    private List<String> offeredToStep() throws InterruptedException {
        start(core());
        return Optional.ofNullable(offeredToSteps.poll(10, TimeUnit.SECONDS)).orElseThrow();
    }

    private void start(Core on) {
        on.start();
        node = Optional.of(on);
    }

    private static TaskSpec toolTask(String tool, Map<String, Object> parameters, List<String> allowed) {
        return new TaskSpec(
                TaskTypes.TOOL,
                Map.of("tool", tool, "parameters", parameters),
                allowed,
                TaskSpec.DEFAULT_PRIORITY,
                TaskSpec.DEFAULT_TTL);
    }

    private Task submitted(Caller.User caller, TaskSpec spec) {
        return core.tasks().submit(caller, spec, Optional.empty()).task();
    }

    static Stream<Arguments> chats() {
        return Stream.of(
                arguments(
                        true,
                        Optional.empty(),
                        List.of("a.mail", "a.sum", "builtin.memory_search", "builtin.task_status")),
                arguments(true, Optional.of(List.of(CREATE, "a.sum")), List.of("a.sum")),
                arguments(true, Optional.of(List.of(CREATE)), List.of()),
                arguments(false, Optional.empty(), List.of("a.mail", "a.sum", "builtin.task_status")));
    }

    @ParameterizedTest
    @MethodSource("chats")
    void the_steps_of_a_task_are_offered_the_tools_of_the_chat_that_creates_it_but_for_the_creation(
            boolean enableMemory, Optional<List<String>> allowed, List<String> offered) throws InterruptedException {
        chat(enableMemory, allowed);

        assertThat(offeredToStep()).isEqualTo(offered);
    }

    @Test
    void a_tool_task_hands_its_list_down_to_the_task_that_it_creates() throws InterruptedException {
        submitted(ada, toolTask(CREATE, TEA, List.of(CREATE, "a.mail")));

        assertThat(offeredToStep()).containsExactly("a.mail");
    }

    @Test
    void a_step_of_a_workflow_hands_its_list_down_to_the_task_that_it_creates() throws InterruptedException {
        StepSpec step = new StepSpec(
                "create", "", TaskTypes.TOOL, List.of(CREATE), Map.of("tool", CREATE, "parameters", TEA), List.of());

        core.workflows().start(ada, "tea", List.of(step), Optional.empty());

        assertThat(offeredToStep()).isEmpty();
    }

    @Test
    void a_tool_that_was_registered_under_the_name_of_a_built_in_one_hands_the_list_down_too()
            throws InterruptedException {
        Map<String, Object> schema = core.agents().tool(ada, CREATE).spec().parameters();
        core.tools()
                .register(
                        ada,
                        new NewTool(
                                Sample.tool()
                                        .name(CREATE)
                                        .version("9")
                                        .parameters(ToolParameters.ofSchema(schema))
                                        .definition(),
                                Optional.empty()));

        chat(true, Optional.of(List.of(CREATE, "a.sum")));

        assertThat(offeredToStep()).containsExactly("a.sum");
    }

    @Test
    void the_tool_task_of_a_restricted_caller_keeps_the_restriction_where_it_has_no_list_of_its_own()
            throws InterruptedException {
        Task task = submitted(ada.restrictedTo(List.of(CREATE, "a.sum")), toolTask(CREATE, TEA, List.of()));

        assertThat(task.spec().tools()).containsExactly(CREATE, "a.sum");
        assertThat(offeredToStep()).containsExactly("a.sum");
    }

    @Test
    void a_restricted_caller_cannot_create_a_task_for_a_tool_outside_the_restriction() {
        Caller.User restricted = ada.restrictedTo(Set.of("a.sum"));
        Map<String, Object> reference = Map.of("tool", Map.of("$from", "one", "pointer", "/word"));
        StepSpec one = new StepSpec("one", "", TaskTypes.ECHO, List.of(), Map.of("word", "a.mail"), List.of());
        StepSpec two = new StepSpec("two", "", TaskTypes.TOOL, List.of("a.mail"), reference, List.of("one"));

        assertThat(List.of(
                        Refused.by(() -> submitted(restricted, toolTask("a.mail", Map.of(), List.of()))),
                        Refused.by(() -> submitted(restricted, toolTask("a.mail", Map.of(), List.of("a.mail")))),
                        Refused.by(() -> submitted(ada.restrictedTo(Set.of()), toolTask("a.sum", Map.of(), List.of()))),
                        Refused.by(
                                () -> core.workflows().start(restricted, "two", List.of(one, two), Optional.empty()))))
                .allSatisfy(problem -> assertThat(problem).isInstanceOf(CommonProblem.Forbidden.class));
        assertThat(core.tasks().list(ada, ANY, PageRequest.first()).items()).isEmpty();
    }

    @Test
    void a_tool_that_a_step_learns_from_another_has_to_be_in_the_restriction_too() throws InterruptedException {
        Map<String, Object> reference = Map.of("tool", Map.of("$from", "one", "pointer", "/word"));
        StepSpec one = new StepSpec("one", "", TaskTypes.ECHO, List.of(), Map.of("word", "a.mail"), List.of());
        StepSpec two = new StepSpec("two", "", TaskTypes.TOOL, List.of(), reference, List.of("one"));
        core.workflows().start(ada.restrictedTo(Set.of("a.sum")), "two", List.of(one, two), Optional.empty());
        start(core);

        TaskFilter ofTool = new TaskFilter(Optional.empty(), Optional.empty(), Optional.of(TaskTypes.TOOL));
        while (core.tasks().list(ada, ofTool, PageRequest.first()).items().isEmpty()) {
            Thread.yield();
        }
        Task task = core.tasks().list(ada, ofTool, PageRequest.first()).items().getFirst();

        assertThat(core.tasks().await(ada, task.id(), Tasks.LONGEST_WAIT).status())
                .isEqualTo(TaskStatus.FAILED);
        assertThat(tools.invocations()).isZero();
    }

    @Test
    void a_task_for_an_agent_gets_of_the_tools_that_it_asks_for_those_of_its_creator() {
        TaskSpec spec = new TaskSpec(
                new TaskType("brew"),
                Map.of(),
                List.of("a.sum", "a.mail"),
                TaskSpec.DEFAULT_PRIORITY,
                TaskSpec.DEFAULT_TTL);

        assertThat(submitted(ada.restrictedTo(Set.of("a.sum")), spec).spec().tools())
                .containsExactly("a.sum");
        assertThat(submitted(ada.restrictedTo(Set.of()), spec).spec().tools()).isEmpty();
    }

    @Test
    void a_tool_of_the_registry_is_not_executed_for_a_caller_who_may_not_use_it() {
        core.importTools();
        Tool mail = core.tools()
                .register(
                        ada,
                        new NewTool(Sample.tool().name("a.mail").version("9").definition(), Optional.empty()));
        ExecutionRequest request = new ExecutionRequest(mail.id(), Map.of(), ExecutionContext.none(), Optional.empty());

        assertThat(Refused.by(() -> core.toolExecutions().execute(ada.restrictedTo(Set.of("a.sum")), request)))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(tools.invocations()).isZero();
    }

    @Test
    void a_restriction_can_be_narrowed_and_not_widened() {
        Caller.User narrow = ada.restrictedTo(Set.of("a.sum")).restrictedTo(Set.of("a.sum", "a.mail"));

        assertThat(narrow.allowedTools()).contains(new AllowedTools(Set.of("a.sum")));
        assertThat(narrow.mayUse("a.mail")).isFalse();
        assertThat(ada.mayUse("a.mail")).isTrue();
    }
}
