package dev.guildhall.core;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.agent.AgentExecutor;
import dev.guildhall.core.agent.AgentLoop;
import dev.guildhall.core.agent.AgentService;
import dev.guildhall.core.agent.ApprovalWaits;
import dev.guildhall.core.agent.AssistantAnswers;
import dev.guildhall.core.agent.BackgroundJobs;
import dev.guildhall.core.agent.CallPlanner;
import dev.guildhall.core.agent.ChatArchive;
import dev.guildhall.core.agent.ChatTurnService;
import dev.guildhall.core.agent.FollowUps;
import dev.guildhall.core.agent.ReplyDrafts;
import dev.guildhall.core.agent.SuspendedTasks;
import dev.guildhall.core.agent.Suspensions;
import dev.guildhall.core.agent.ToolCalls;
import dev.guildhall.core.agent.ToolCatalogue;
import dev.guildhall.core.agent.ToolRound;
import dev.guildhall.core.agent.ToolSelection;
import dev.guildhall.core.agent.TurnMemory;
import dev.guildhall.core.agent.UserQuestions;
import dev.guildhall.core.agent.context.Compaction;
import dev.guildhall.core.agent.context.ContextWindow;
import dev.guildhall.core.assistant.UsableAssistants;
import dev.guildhall.core.builtin.AgentTaskTools;
import dev.guildhall.core.builtin.MemoryTools;
import dev.guildhall.core.completion.ModelDirectory;
import dev.guildhall.core.config.FactExtraction;
import dev.guildhall.core.evaluation.EvaluationExecutor;
import dev.guildhall.core.evaluation.EvaluationService;
import dev.guildhall.core.file.StorageQuota;
import dev.guildhall.core.memory.ChatSummaries;
import dev.guildhall.core.memory.FactStorage;
import dev.guildhall.core.memory.MemoryContext;
import dev.guildhall.core.memory.MemoryEmbeddings;
import dev.guildhall.core.memory.MemoryMaintenance;
import dev.guildhall.core.memory.MemorySearch;
import dev.guildhall.core.memory.MemoryService;
import dev.guildhall.core.memory.MemorySummaries;
import dev.guildhall.core.memory.MemoryWriter;
import dev.guildhall.core.memory.ModelFacts;
import dev.guildhall.core.memory.ServiceModel;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.core.time.Housekeeping;
import dev.guildhall.core.time.Threads;
import dev.guildhall.core.tool.ToolRegistry;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.memory.Memories;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Wires agents and their memories. Used once. */
final class AgentWiring {
    private final Parts parts;
    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final Limits limits;
    private final Permissions permissions;
    private final Tracing tracing;
    private final ModelDirectory models;
    private final Threads threads;
    private final boolean hasEmbedder;
    private final MemoryWriter memoryWriter;
    private final MemoryMaintenance memoryMaintenance;
    private final MemorySearch memorySearch;
    private final ToolInvoker memoryTools;
    private final Suspensions suspensions;
    private final SuspendedTasks suspendedTasks;
    private final ApprovalWaits approvalWaits = new ApprovalWaits();
    private final BackgroundJobs backgroundJobs;
    private final UsableAssistants assistants;

    AgentWiring(
            Parts parts,
            IdSource ids,
            Permissions permissions,
            Optional<Embedder> embedder,
            Tracing tracing,
            Threads threads,
            ModelDirectory models) {
        this.models = models;
        this.threads = threads;
        this.parts = parts;
        this.ids = ids;
        this.permissions = permissions;
        this.tracing = tracing;
        clock = parts.clock();
        stores = parts.stores();
        limits = parts.limits;
        hasEmbedder = embedder.isPresent();
        MemoryEmbeddings embeddings = new MemoryEmbeddings(embedder);
        memoryWriter = new MemoryWriter(clock, ids, stores.memories(), embeddings, limits.memory());
        memoryMaintenance = new MemoryMaintenance(stores.memories(), embeddings, limits.memory());
        memorySearch = new MemorySearch(clock, stores.memories(), embeddings, limits.memory());
        memoryTools = new MemoryTools(memorySearch);
        backgroundJobs = new BackgroundJobs(limits.agent(), threads);
        assistants = new UsableAssistants(stores.assistants());
        suspensions = new Suspensions(clock, ids, stores.approvals(), limits.agent());
        suspendedTasks = new SuspendedTasks(clock, stores, suspensions);
    }

    ToolInvoker memoryTools() {
        return memoryTools;
    }

    ApprovalWaits approvalWaits() {
        return approvalWaits;
    }

    /** The parts that agents use in conversations and in tasks. */
    record Kit(
            ToolCatalogue toolCatalogue,
            ToolSelection selection,
            ToolRound round,
            AgentLoop loop,
            ContextWindow window) {}

    Kit kit(List<ToolInvoker> tools, Completions completions, ToolRegistry registry) {
        ToolCalls calls = new ToolCalls(
                registry.executions(),
                parts.schemaValidator,
                new AccountRoles(clock, stores.accounts(), permissions),
                clock,
                tracing);
        CallPlanner planner = new CallPlanner(clock, stores.approvals(), registry.callerTools(), limits.agent());
        ToolRound round = new ToolRound(parts.ticker(), threads, calls, planner, limits.agent());
        return new Kit(
                new ToolCatalogue(tools, registry.callerTools(), stores.agents()),
                new ToolSelection(registry.callerTools(), limits.agent()),
                round,
                new AgentLoop(completions, round, limits.agent()),
                new ContextWindow(
                        limits.agent(),
                        model -> models.contextTokens(model, limits.agent().context()::tokensOf)));
    }

    /** Executes the tasks that no other executor handles. */
    AgentExecutor executor(Kit kit, Knowledge knowledge) {
        return new AgentExecutor(
                clock,
                assistants,
                kit.toolCatalogue(),
                kit.selection(),
                kit.loop(),
                kit.window(),
                suspendedTasks,
                knowledge,
                Set.of(AgentTaskTools.CREATE));
    }

    private AssistantAnswers assistantAnswers(Kit kit, Knowledge knowledge) {
        return new AssistantAnswers(
                clock,
                assistants,
                kit.toolCatalogue(),
                kit.selection(),
                kit.loop(),
                kit.window(),
                knowledge,
                namesOf(List.of(memoryTools)));
    }

    /** Carries out the tasks of evaluations. */
    EvaluationExecutor evaluations(
            Kit kit, Knowledge knowledge, Completions completions, EvaluationService evaluations) {
        return new EvaluationExecutor(
                evaluations,
                stores,
                new AccountRoles(clock, stores.accounts(), permissions),
                assistantAnswers(kit, knowledge),
                completions);
    }

    private static Set<ToolName> namesOf(List<ToolInvoker> owners) {
        return owners.stream()
                .flatMap(owner -> owner.tools().stream())
                .map(ToolSpec::name)
                .collect(Collectors.toSet());
    }

    /** The agents of conversations, with the tools that create tasks. */
    AgentService agents(Kit kit, Completions completions, List<ToolInvoker> taskTools, Knowledge knowledge) {
        FactStorage factStorage = new FactStorage(stores.memories(), memoryWriter);
        ChatArchive archive = new ChatArchive(
                clock,
                parts.ticker(),
                ids,
                stores,
                new TurnMemory(memoryWriter, factStorage, memoryMaintenance, parts.facts, limits.agent()),
                suspensions,
                permissions,
                new StorageQuota(stores, limits.file().user()),
                limits.agent());
        ContextWindow window = kit.window();
        ServiceModel model = serviceModel(completions);
        ChatSummaries summaries = new ChatSummaries(model, limits.memory());
        Optional<ModelFacts> facts = parts.facts == FactExtraction.MODEL
                ? Optional.of(new ModelFacts(model, factStorage, memoryMaintenance, stores))
                : Optional.empty();
        Compaction compaction = new Compaction(stores, summaries, window, limits.agent());
        UserQuestions questions = new UserQuestions(
                clock,
                parts.ticker(),
                ids,
                stores.agents(),
                parts.schemaValidator,
                limits.agent().questions());
        ChatTurnService chatTurnService = new ChatTurnService(
                clock,
                threads,
                tracing,
                archive,
                assistants,
                new ReplyDrafts(clock, parts.ticker(), threads, stores.conversations(), limits.agent()),
                kit.toolCatalogue(),
                kit.selection(),
                new MemoryContext(stores.memories(), memorySearch, limits.memory()),
                kit.loop(),
                window,
                new FollowUps(backgroundJobs, window, compaction, facts),
                suspensions,
                questions,
                knowledge,
                limits.agent(),
                namesOf(List.of(memoryTools)),
                namesOf(taskTools));
        return new AgentService(
                clock,
                threads,
                permissions,
                archive,
                chatTurnService,
                assistantAnswers(kit, knowledge),
                kit.toolCatalogue(),
                kit.round(),
                stores.agents(),
                completions,
                questions,
                approvalWaits,
                suspendedTasks);
    }

    Memories memories(Completions completions) {
        MemorySummaries summaries = new MemorySummaries(stores.memories(), serviceModel(completions), limits.memory());
        return new MemoryService(permissions, stores, memoryWriter, memorySearch, summaries);
    }

    ServiceModel serviceModel(Completions completions) {
        return new ServiceModel(completions, models::defaultProvider);
    }

    /** Only work that exists gets a thread. */
    List<Runnable> background() {
        Runnable maintenance = new Housekeeping(
                parts.ticker(),
                limits.memory().embeddingsEvery(),
                new Housekeeping.Job("the analysis of memories", memoryMaintenance::learnMissing));
        return hasEmbedder
                ? List.of(backgroundJobs, memoryMaintenance, maintenance)
                : List.of(backgroundJobs, maintenance);
    }
}
