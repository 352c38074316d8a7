package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.ContextWindow;
import dev.guildhall.core.agent.context.TokenCounts;
import dev.guildhall.core.agent.context.TruncatedData;
import dev.guildhall.core.assistant.UsableAssistants;
import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.knowledge.Citations;
import dev.guildhall.core.knowledge.KnowledgeTool;
import dev.guildhall.core.task.CompletionTaskExecutor;
import dev.guildhall.core.task.Inputs;
import dev.guildhall.core.task.TaskTools;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs a task as an agent: the task's type and input are its assignment, and it may call only the task's tools.
 * The output is {@code {result, toolsUsed, toolCalls, usage, assistant?, citations?}}. Takes all types that no other executor takes
 * (tasks-4).
 */
public final class AgentExecutor implements TaskExecutor {
    /** The most calls that an output names. */
    private static final int MOST_CALLS = 200;

    /** The most bytes of the parameters of a call in an output. */
    private static final int MOST_BYTES = 4_096;

    private final InstantSource clock;
    private final UsableAssistants assistants;
    private final ToolCatalogue toolCatalogue;
    private final ToolSelection selection;
    private final AgentLoop loop;
    private final ContextWindow window;
    private final SuspendedTasks suspendedTasks;
    private final Knowledge knowledge;
    private final Set<String> withheld;

    /** No task may use the withheld tools: those that create tasks, which would create more. */
    public AgentExecutor(
            InstantSource clock,
            UsableAssistants assistants,
            ToolCatalogue toolCatalogue,
            ToolSelection selection,
            AgentLoop loop,
            ContextWindow window,
            SuspendedTasks suspendedTasks,
            Knowledge knowledge,
            Set<ToolName> withheld) {
        this.clock = clock;
        this.assistants = assistants;
        this.toolCatalogue = toolCatalogue;
        this.selection = selection;
        this.loop = loop;
        this.window = window;
        this.suspendedTasks = suspendedTasks;
        this.knowledge = knowledge;
        this.withheld = withheld.stream().map(ToolName::value).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean takes(TaskType type) {
        return !type.equals(TaskType.TEST_RUN);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) {
        boolean isPrompt = task.spec().type().equals(TaskTypes.AGENT);
        Optional<Assistant> assistant = isPrompt ? assistant(owner, task) : Optional.empty();
        Sampling wanted = isPrompt
                ? Inputs.optionalText(task, "model").map(Sampling::model).orElse(Sampling.DEFAULT)
                : Sampling.DEFAULT;
        Sampling sampling =
                assistant.map(known -> known.definition().sampling(wanted)).orElse(wanted);
        String assignment = assignment(task);
        List<ChatMessage> context = List.of(
                new ChatMessage.Instruction(AgentInstructions.inTasks(assistant)), new ChatMessage.User(assignment));
        TurnRecorder turn = new TurnRecorder(clock);
        Approving approving = suspendedTasks.approving(task);
        Optional<SuspendedTasks.Begun> begun = suspendedTasks.begun(approving);
        KnowledgeTool search = new KnowledgeTool(
                knowledge,
                assistant.map(known -> known.definition().collections()).orElse(List.of()));
        begun.ifPresent(before -> search.continueAfter(before.said().toolUses()));
        AgentLoop.Task answering = new AgentLoop.Task(
                owner,
                context,
                List.of(),
                begun.map(before -> before.round() + 1).orElse(1),
                window.tokensFor(sampling),
                new TokenCounts(),
                sampling,
                offer(owner, assistant, search, assignment),
                assistant.map(known -> CallOrigin.UNKNOWN.with(known.asVersion())),
                new CallKeys(task.id()),
                approving);
        try {
            loop.answer(begun.map(before -> afterCalls(before, answering, turn)).orElse(answering), turn);
        } catch (SuspendedException waits) {
            throw suspendedTasks.suspended(approving, owner.userId(), turn, waits.asked());
        }
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("result", turn.content());
        output.put("toolsUsed", turn.toolsUsed());
        output.put("toolCalls", toolCalls(turn));
        output.put("usage", CompletionTaskExecutor.usage(turn.usage()));
        assistant.ifPresent(
                known -> output.put("assistant", Map.of("id", known.id().value(), "version", known.version())));
        List<Citation> citations = Citations.cited(
                        new ChatEntry(Speaker.ASSISTANT, turn.content(), turn.uses(), clock.instant()))
                .details()
                .citations();
        if (!citations.isEmpty()) {
            output.put("citations", Citations.data(citations));
        }
        return output;
    }

    /** The calls with their parameters, and the times of those that were made after the latest wait. */
    private static List<Map<String, Object>> toolCalls(TurnRecorder turn) {
        Map<String, AgentTrace.ToolCall> steps = turn.trace(AgentTrace.Outcome.COMPLETED).steps().stream()
                .flatMap(step -> step instanceof AgentTrace.ToolCall call ? Stream.of(call) : Stream.empty())
                .collect(Collectors.toMap(AgentTrace.ToolCall::callId, Function.identity(), (first, again) -> again));
        return turn.uses().stream()
                .limit(MOST_CALLS)
                .map(use -> toolCall(use, Optional.ofNullable(steps.get(use.callId()))))
                .toList();
    }

    private static Map<String, Object> toolCall(ToolUse use, Optional<AgentTrace.ToolCall> step) {
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("tool", use.tool());
        call.put("parameters", TruncatedData.of(use.parameters(), MOST_BYTES));
        use.requestedParameters()
                .ifPresent(requested -> call.put("requestedParameters", TruncatedData.of(requested, MOST_BYTES)));
        if (use.outcome() instanceof ToolOutcome.Failure failure) {
            call.put("error", Text.beginning(failure.message(), MOST_BYTES));
        }
        step.ifPresent(made -> {
            call.put("startedAfterMs", made.startedAfter().toMillis());
            call.put("durationMs", made.duration().toMillis());
        });
        return call;
    }

    /** Makes the calls that have waited; the model goes on with their results. */
    private AgentLoop.Task afterCalls(SuspendedTasks.Begun before, AgentLoop.Task task, TurnRecorder turn) {
        turn.restore(before.said(), before.usage());
        loop.made(task, before.decided(), turn);
        return task.after(
                window.called(new ChatEntry(Speaker.ASSISTANT, turn.content(), turn.uses(), clock.instant())));
    }

    private Optional<Assistant> assistant(Caller.User owner, Task task) {
        return Inputs.optionalText(task, TaskTools.ASSISTANT)
                .map(AssistantId::new)
                .map(id -> assistants.find(owner, id));
    }

    /** The input of a workflow's step of another type can contain results of tools. */
    private static String assignment(Task task) {
        if (task.spec().type().equals(TaskTypes.AGENT)) {
            return Inputs.text(task, "prompt");
        }
        String input = JsonText.of(task.spec().input());
        return "Task: " + task.spec().type().value() + "\nInput: "
                + (task.part().isPresent() ? HiddenCharacters.escaped(input) : input);
    }

    /** The owner is restricted to the task's tools: the model neither receives nor can call another one. */
    private ToolOffer offer(Caller.User owner, Optional<Assistant> assistant, KnowledgeTool search, String assignment) {
        Toolset allowed = toolCatalogue.of(owner).without(withheld);
        return assistant
                .map(known -> {
                    Optional<List<String>> wanted = known.definition().tools();
                    Toolset tools = wanted.map(entries -> allowed.only(new AllowedTools(entries)))
                            .orElse(allowed);
                    return selection.of(
                            owner,
                            search.isUsableBy(owner) ? tools.with(search) : tools,
                            wanted.orElse(List.of()),
                            List.of(new ChatEntry(Speaker.USER, assignment, List.of(), clock.instant())));
                })
                .orElseGet(() -> new ToolOffer(
                        allowed,
                        allowed.enabled().stream()
                                .flatMap(name -> allowed.find(name).stream())
                                .map(UsableTool::spec)
                                .toList()));
    }
}
