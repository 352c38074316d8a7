package dev.guildhall.core.agent;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTool;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.AssistantAnswer;
import dev.guildhall.ports.agent.AssistantQuestion;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ToolRun;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The agent: conversations, the traces of their answers, and tools. */
public final class AgentService implements Agents {
    private final InstantSource clock;
    private final Threads threads;
    private final Permissions permissions;
    private final ChatArchive archive;
    private final ChatTurnService chatTurnService;
    private final AssistantAnswers assistantAnswers;
    private final ToolCatalogue toolCatalogue;
    private final ToolRound round;
    private final AgentStore agents;
    private final Completions completions;
    private final UserQuestions questions;
    private final ApprovalWaits waits;
    private final SuspendedTasks suspendedTasks;
    private final ApprovedAnswers approved;

    public AgentService(
            InstantSource clock,
            Threads threads,
            Permissions permissions,
            ChatArchive archive,
            ChatTurnService chatTurnService,
            AssistantAnswers assistantAnswers,
            ToolCatalogue toolCatalogue,
            ToolRound round,
            AgentStore agents,
            Completions completions,
            UserQuestions questions,
            ApprovalWaits waits,
            SuspendedTasks suspendedTasks) {
        this.clock = clock;
        this.threads = threads;
        this.permissions = permissions;
        this.archive = archive;
        this.chatTurnService = chatTurnService;
        this.assistantAnswers = assistantAnswers;
        this.toolCatalogue = toolCatalogue;
        this.round = round;
        this.agents = agents;
        this.completions = completions;
        this.questions = questions;
        this.waits = waits;
        this.suspendedTasks = suspendedTasks;
        this.approved = new ApprovedAnswers(threads);
    }

    @Override
    public AgentReply chat(Caller caller, AgentRequest request, AgentListener listener) {
        Caller.User user = caller.requireUser();
        permissions.requireSelf(user, request.userId());
        try {
            return counted(() -> chatTurnService.answer(user, request, listener));
        } catch (Refusal refused) {
            return afterApproval(user, request, listener, refused);
        }
    }

    @SuppressWarnings("try") // The work is only held.
    private AgentReply counted(Supplier<AgentReply> answer) {
        try (Threads.Work work = threads.begin()) {
            return answer.get();
        }
    }

    /** Waits without a lock, and goes on, as often as the answer waits for its user; throws other refusals again. */
    private AgentReply afterApproval(Caller.User user, AgentRequest request, AgentListener listener, Refusal refused) {
        Refusal latest = refused;
        while (latest.problem() instanceof AgentProblem.AwaitsApproval(String chatId) && listener.staysOpen()) {
            waits.await(chatId);
            try {
                AgentRequest same = request.in(new ChatId(chatId));
                return counted(
                        () -> approved.proceedFor(listener, client -> chatTurnService.proceed(user, same, client)));
            } catch (Refusal again) {
                latest = again;
            }
        }
        throw latest;
    }

    /**
     * Continues an answer whose client has left and that is ready; the events go nowhere.
     *
     * @throws Refusal as {@link #resume}
     */
    public void proceed(Caller.User caller, SuspendedAnswer.InChat ready) {
        AgentRequest request = chatTurnService.question(ready);
        counted(() -> approved.proceed(
                () -> chatTurnService.proceed(caller, request, new AgentListener.UntilComplete(event -> {}))));
    }

    /** An answer that is ready cannot go on; as {@link ChatArchive#lose}. */
    public void lose(SuspendedAnswer.InChat ready, String why) {
        chatTurnService.lose(ready.chatId(), why);
    }

    /** How many answers go on after approvals on this node, with or without their clients. */
    public int runningApproved() {
        return approved.running();
    }

    /** No answer goes on after an approval on this node from now on; those that run are not affected. */
    public void refuseApproved() {
        approved.refuse();
    }

    @Override
    @SuppressWarnings("try") // The work is only held.
    public AgentReply resume(Caller caller, AgentRequest request, AgentListener listener) {
        Caller.User user = caller.requireUser();
        permissions.requireSelf(user, request.userId());
        try (Threads.Work work = threads.begin()) {
            return chatTurnService.resume(user, request, listener);
        }
    }

    @Override
    @SuppressWarnings("try") // The work is only held.
    public AssistantAnswer ask(Caller caller, AssistantQuestion question, Consumer<AgentEvent> listener) {
        Caller.User user = caller.requireUser();
        try (Threads.Work work = threads.begin()) {
            return assistantAnswers.answer(user, question, listener);
        }
    }

    @Override
    public void answer(Caller caller, ChatId chatId, QuestionId questionId, QuestionAnswer answer) {
        questions.answer(caller.requireUser(), chatId, questionId, answer);
    }

    @Override
    public MediaSource.Inline media(Caller caller, UserId userId, ChatId chatId, MediaId mediaId) {
        return agents.media(find(caller, userId, chatId).id(), mediaId)
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("picture or sound")));
    }

    @Override
    public Conversation conversation(Caller caller, UserId userId, ChatId chatId) {
        Caller.User user = caller.requireUser();
        permissions.requireSelf(user, userId);
        return archive.open(user, userId, chatId);
    }

    @Override
    public Chat find(Caller caller, UserId userId, ChatId chatId) {
        Caller.User user = caller.requireUser();
        permissions.requireSelf(user, userId);
        return archive.find(user, userId, chatId);
    }

    @Override
    public ChatEntry message(Caller caller, UserId userId, ChatId chatId, int position) {
        return archive.message(find(caller, userId, chatId), position);
    }

    @Override
    public List<AgentTrace> trace(Caller caller, UserId userId, ChatId chatId) {
        return archive.traces(find(caller, userId, chatId).id());
    }

    @Override
    public void delete(Caller caller, UserId userId, ChatId chatId) {
        archive.delete(find(caller, userId, chatId));
    }

    @Override
    public ModelCatalogue models(Caller caller) {
        return completions.models(caller);
    }

    @Override
    public List<AgentTool> tools(Caller caller) {
        Toolset tools = toolCatalogue.of(caller.requireUser());
        return tools.byName().entrySet().stream()
                .map(entry -> new AgentTool(entry.getValue().spec(), tools.isEnabled(entry.getKey())))
                .toList();
    }

    @Override
    public AgentTool tool(Caller caller, String name) {
        return tool(toolCatalogue.of(caller.requireUser(), name), name);
    }

    private static AgentTool tool(Toolset tools, String name) {
        return tools.find(name)
                .map(known -> new AgentTool(known.spec(), tools.isEnabled(name)))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("tool")));
    }

    @Override
    public AgentTool enable(Caller caller, String name, boolean enabled) {
        AgentTool tool = tool(caller, name);
        agents.enable(caller.requireUser().userId(), name, enabled);
        return new AgentTool(tool.spec(), enabled);
    }

    @Override
    public ToolRun execute(Caller caller, UserId named, String name, Map<String, Object> parameters) {
        Caller.User user = caller.requireUser();
        permissions.requireSelf(user, named);
        Permissions.requireTool(user, name);
        return execute(user, new CallKeys(), Approving.NEVER, name, parameters);
    }

    @Override
    public ToolRun executeInTask(Caller caller, Task task, String name, Map<String, Object> parameters) {
        Approving approving = suspendedTasks.approving(task);
        return execute(caller.requireUser(), new CallKeys(task.id()), approving, name, parameters);
    }

    private ToolRun execute(
            Caller.User user, CallKeys keys, Approving approving, String name, Map<String, Object> parameters) {
        Toolset tools = toolCatalogue.of(user, name);
        AgentTool tool = tool(tools, name);
        if (!tool.enabled()) {
            throw new Refusal(new AgentProblem.ToolDisabled(name));
        }
        ToolCall call = new ToolCall("direct", name, new ToolArguments.Parsed(parameters));
        TurnRecorder turn = new TurnRecorder(clock);
        ToolRound.Setting setting = new ToolRound.Setting(
                1, user, new ToolOffer(tools, List.of(tool.spec())), Optional.empty(), keys, approving);
        Optional<PlannedCall> decided = suspendedTasks
                .begun(approving)
                .flatMap(begun -> begun.decided().stream().findFirst());
        try {
            ToolOutcome outcome =
                    decided.isPresent() ? round.alone(setting, decided.get(), turn) : round.alone(setting, call, turn);
            return new ToolRun(outcome, turn.elapsed());
        } catch (SuspendedException waits) {
            throw suspendedTasks.suspended(approving, user.userId(), turn, waits.asked());
        }
    }
}
