package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.ContextWindow;
import dev.guildhall.core.agent.context.TokenCounts;
import dev.guildhall.core.assistant.UsableAssistants;
import dev.guildhall.core.knowledge.Citations;
import dev.guildhall.core.knowledge.KnowledgeTool;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AssistantAnswer;
import dev.guildhall.ports.agent.AssistantQuestion;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.tool.ToolName;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Answers of assistants outside of chats: nothing is stored, and no memory is loaded (assistants-7). */
public final class AssistantAnswers {
    private final InstantSource clock;
    private final UsableAssistants assistants;
    private final ToolCatalogue toolCatalogue;
    private final ToolSelection selection;
    private final AgentLoop loop;
    private final ContextWindow window;
    private final Knowledge knowledge;
    private final Set<String> memoryTools;

    public AssistantAnswers(
            InstantSource clock,
            UsableAssistants assistants,
            ToolCatalogue toolCatalogue,
            ToolSelection selection,
            AgentLoop loop,
            ContextWindow window,
            Knowledge knowledge,
            Set<ToolName> memoryTools) {
        this.clock = clock;
        this.assistants = assistants;
        this.toolCatalogue = toolCatalogue;
        this.selection = selection;
        this.loop = loop;
        this.window = window;
        this.knowledge = knowledge;
        this.memoryTools = memoryTools.stream().map(ToolName::value).collect(Collectors.toUnmodifiableSet());
    }

    AssistantAnswer answer(Caller.User caller, AssistantQuestion question, Consumer<AgentEvent> listener) {
        Assistant assistant = assistants.named(caller, question.assistant());
        return answer(caller, assistant, question, new Calls(new CallKeys(), Approving.NEVER), listener);
    }

    /**
     * A case of an evaluation (evaluation-4, evaluation-5).
     *
     * @param task the task of the evaluation
     * @param part the name of the case, unique in the task
     * @param executes whether calls that may change something are made
     */
    public record InCase(TaskId task, String part, boolean executes) {
        private Calls calls() {
            return new Calls(new CallKeys(task, part), executes ? Approving.NEVER : Approving.READS_ONLY);
        }
    }

    /** How the calls of an answer are made. */
    private record Calls(CallKeys keys, Approving approving) {}

    /** The answer of one version, as clients of {@code /agent/v1} get it, to a case of an evaluation. */
    public AssistantAnswer answerCase(Caller.User caller, Assistant assistant, String input, InCase one) {
        AssistantQuestion question = new AssistantQuestion(
                assistant.id().value(), List.of(new ChatMessage.User(input)), Sampling.DEFAULT, Optional.empty());
        return answer(caller, assistant, question, one.calls(), event -> {});
    }

    private AssistantAnswer answer(
            Caller.User caller,
            Assistant assistant,
            AssistantQuestion question,
            Calls calls,
            Consumer<AgentEvent> listener) {
        Sampling sampling = assistant.definition().sampling(question.sampling());
        List<ChatMessage> context = new ArrayList<>();
        context.add(new ChatMessage.Instruction(AgentInstructions.inChats(Optional.of(assistant))));
        context.addAll(question.messages());
        Toolset tools = tools(caller, assistant);
        List<String> preferred = assistant.definition().tools().orElse(List.of());
        TurnRecorder turn = new TurnRecorder(
                clock, clock.instant(), Optional.empty(), listener, Optional.empty(), media -> List.of());
        loop.answer(
                new AgentLoop.Task(
                        restricted(caller, assistant, tools),
                        context,
                        window.tokensFor(sampling),
                        new TokenCounts(),
                        sampling,
                        selection.of(caller, tools, preferred, asked(question.messages())),
                        Optional.of(question.origin().orElse(CallOrigin.UNKNOWN).with(assistant.asVersion())),
                        calls.keys(),
                        calls.approving()),
                turn);
        ChatEntry said =
                Citations.cited(new ChatEntry(Speaker.ASSISTANT, turn.content(), turn.uses(), clock.instant()));
        return new AssistantAnswer(
                assistant.asVersion(),
                said.content(),
                turn.toolsUsed(),
                turn.usage(),
                turn.notices(),
                said.details().citations());
    }

    private Toolset tools(Caller.User caller, Assistant assistant) {
        Toolset all = toolCatalogue.of(caller);
        Toolset wanted = assistant
                .definition()
                .tools()
                .map(entries -> all.only(new AllowedTools(entries)))
                .orElse(all);
        KnowledgeTool search =
                new KnowledgeTool(knowledge, assistant.definition().collections());
        Toolset usable = search.isUsableBy(caller) ? wanted.with(search) : wanted;
        return assistant.definition().memory() ? usable : usable.without(memoryTools);
    }

    private static Caller.User restricted(Caller.User caller, Assistant assistant, Toolset tools) {
        boolean all = assistant.definition().tools().isEmpty()
                && assistant.definition().memory();
        return all ? caller : caller.restrictedTo(tools.byName().keySet());
    }

    /** The last words of the user, by which tools are chosen. */
    private List<ChatEntry> asked(List<ChatMessage> messages) {
        for (ChatMessage message : messages.reversed()) {
            if (message instanceof ChatMessage.User user) {
                return List.of(new ChatEntry(Speaker.USER, user.content(), List.of(), clock.instant()));
            }
        }
        return List.of();
    }
}
