package dev.guildhall.core;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.account.AccountSecurityService;
import dev.guildhall.core.account.AccountService;
import dev.guildhall.core.account.AccountSweep;
import dev.guildhall.core.account.ActiveCalls;
import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.account.GroupService;
import dev.guildhall.core.account.GroupSuccession;
import dev.guildhall.core.account.HashingBulkhead;
import dev.guildhall.core.account.IdentityLinks;
import dev.guildhall.core.account.OAuthSignInService;
import dev.guildhall.core.account.OAuthStates;
import dev.guildhall.core.account.PasswordCheck;
import dev.guildhall.core.account.ProfileService;
import dev.guildhall.core.account.Reauthentication;
import dev.guildhall.core.account.SessionService;
import dev.guildhall.core.account.SignInThrottle;
import dev.guildhall.core.account.SigningKeyRotation;
import dev.guildhall.core.account.SigningKeyService;
import dev.guildhall.core.agent.AgentExecutor;
import dev.guildhall.core.agent.AgentLoop;
import dev.guildhall.core.agent.AgentService;
import dev.guildhall.core.agent.BackgroundJobs;
import dev.guildhall.core.agent.ChatArchive;
import dev.guildhall.core.agent.ChatTurnService;
import dev.guildhall.core.agent.FollowUps;
import dev.guildhall.core.agent.ToolCalls;
import dev.guildhall.core.agent.ToolCatalogue;
import dev.guildhall.core.agent.ToolRound;
import dev.guildhall.core.agent.ToolSelection;
import dev.guildhall.core.agent.TurnMemory;
import dev.guildhall.core.agent.context.Compaction;
import dev.guildhall.core.agent.context.ContextWindow;
import dev.guildhall.core.agenttask.AgentTaskTools;
import dev.guildhall.core.completion.CompletionParts;
import dev.guildhall.core.completion.CompletionService;
import dev.guildhall.core.completion.EmbeddingService;
import dev.guildhall.core.completion.MeteredCalls;
import dev.guildhall.core.completion.RunningCalls;
import dev.guildhall.core.completion.UsageJournal;
import dev.guildhall.core.completion.UsageService;
import dev.guildhall.core.completion.UsageSweep;
import dev.guildhall.core.file.FileService;
import dev.guildhall.core.file.FileTools;
import dev.guildhall.core.memory.ChatSummaries;
import dev.guildhall.core.memory.FactExtraction;
import dev.guildhall.core.memory.FactStorage;
import dev.guildhall.core.memory.MemoryContext;
import dev.guildhall.core.memory.MemoryEmbeddings;
import dev.guildhall.core.memory.MemoryMaintenance;
import dev.guildhall.core.memory.MemorySearch;
import dev.guildhall.core.memory.MemoryService;
import dev.guildhall.core.memory.MemorySummaries;
import dev.guildhall.core.memory.MemoryTools;
import dev.guildhall.core.memory.MemoryWriter;
import dev.guildhall.core.memory.ModelFacts;
import dev.guildhall.core.memory.ServiceModel;
import dev.guildhall.core.run.RunTools;
import dev.guildhall.core.search.GuardedEmbedder;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.core.time.BackgroundTasks;
import dev.guildhall.core.time.Housekeeping;
import dev.guildhall.core.tool.CompositeEndpoints;
import dev.guildhall.core.tool.ToolParts;
import dev.guildhall.core.tool.ToolRegistry;
import dev.guildhall.core.tool.ToolSweep;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.UsageReports;
import dev.guildhall.ports.memory.Memories;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Wires the use cases of one core from its parts. Used once. */
final class Wiring {
    private final Core.Parts parts;
    private final InstantSource clock;
    private final Stores stores;
    private final IdSource ids;
    private final Limits limits;
    private final Permissions permissions;
    private final SessionService.Sources sources;
    private final AuditJournal journal;
    private final ActiveCalls calls;
    private final SessionService sessions;
    private final PasswordCheck passwords;
    private final Optional<Embedder> embedder;
    private final MemoryWriter memoryWriter;
    private final MemoryMaintenance memoryMaintenance;
    private final MemorySearch memorySearch;
    private final BackgroundJobs backgroundJobs;
    private final ToolInvoker memoryTools;
    private final List<ToolInvoker> tools;
    private final List<ToolInvoker> taskTools = new ArrayList<>();
    private final TaskWiring queue;

    /** Set after the wiring: the tools of agents create tasks, whose steps use those tools. */
    private Optional<Agents> agents = Optional.empty();

    private final Tracing tracing;

    Wiring(Core.Parts parts) {
        this.parts = parts;
        clock = parts.clock();
        stores = parts.stores();
        limits = parts.limits;
        ids = parts.idsOrDefault();
        embedder = parts.embedder.map(known -> new GuardedEmbedder(known, clock));
        MemoryEmbeddings meanings = new MemoryEmbeddings(embedder);
        memoryWriter = new MemoryWriter(clock, ids, stores.memories(), meanings, limits.memory());
        memoryMaintenance = new MemoryMaintenance(stores.memories(), meanings, limits.memory());
        backgroundJobs = new BackgroundJobs(limits.agent());
        memorySearch = new MemorySearch(stores.memories(), meanings, limits.memory());
        tools = new ArrayList<>(parts.tools);
        memoryTools = new MemoryTools(memorySearch);
        tools.add(memoryTools);
        tracing = new Tracing(parts.traces, parts.meter, parts.secrets);
        permissions = new Permissions(parts.adminEmails);
        queue = new TaskWiring(parts, ids, permissions);
        sources = new SessionService.Sources(clock, ids, parts.secrets);
        calls = new ActiveCalls(clock, stores, permissions);
        journal = new AuditJournal(clock, ids, stores.audit());
        sessions = new SessionService(
                sources, stores, journal, parts.accessTokensOrDefault(), permissions, calls, limits.account());
        HashingBulkhead bulkhead = new HashingBulkhead(parts.passwordHasherOrDefault(), limits.account(), clock);
        passwords = new PasswordCheck(
                bulkhead,
                new SignInThrottle(
                        parts.rateLimiterOrDefault(), limits.account().signIns()));
    }

    Core core() {
        CompletionParts completion = completion();
        UsageJournal usage = new UsageJournal(parts.ticker(), stores.usage(), limits.completion());
        MeteredCalls meteredCalls = new MeteredCalls(completion, usage, new RunningCalls(calls));
        Completions completions = new CompletionService(completion, meteredCalls, tracing);
        SigningKeyRotation keys = parts.signingKeyRotation();
        AgentTasks agentTasks = queue.agentTasks(completions, this::agents);
        taskTools.add(TaskWiring.tools(agentTasks));
        if (parts.runner.isPresent()) {
            tools.add(new RunTools(queue.runs()));
        }
        FileService files =
                new FileService(clock, ids, permissions, stores.files(), parts.fileBlobsOrDefault(), limits.file());
        parts.fileText.ifPresent(text -> tools.add(new FileTools(files, text)));
        tools.addAll(taskTools);
        ToolRegistry registry = registry();
        AgentKit kit = kit(completions, registry);
        agents = Optional.of(agents(kit, completions, registry));
        Accounts accounts = new AccountService(sources, stores, journal, passwords, sessions);
        OAuthSignIn oauth = oauth();
        UsageReports reports = new UsageService(clock, stores.usage(), usage);
        Profiles profiles = new ProfileService(sources, stores, journal, sessions, limits.group());
        WebWiring web = new WebWiring(
                parts,
                ids,
                permissions,
                new WebWiring.Services(
                        accounts, oauth, profiles, agents(), agentTasks, serviceModel(completions), files, reports));
        return new Core(
                accounts,
                new AccountSecurityService(
                        stores,
                        journal,
                        passwords,
                        new Reauthentication(clock, stores, journal, passwords),
                        sessions,
                        new GroupSuccession(stores, journal)),
                profiles,
                new GroupService(sources, stores, journal, permissions, limits.group()),
                oauth,
                journal,
                new SigningKeyService(keys, journal, permissions),
                registry.tools(),
                registry.executions(),
                registry.integrations(),
                registry.imports(),
                completions,
                reports,
                new EmbeddingService(clock, embedder, meteredCalls, tracing),
                agents(),
                memories(completions),
                queue.tasks(),
                queue.agents(),
                queue.workers(),
                queue.workflows(),
                agentTasks,
                queue.runs(),
                queue.suites(),
                web.sessions(),
                web.chats(),
                files,
                queue.node(agents(), completions, agentOfTasks(kit)),
                queue.stats(),
                background(keys, registry, usage, web));
    }

    /** Only work that exists gets a thread. */
    private Runnable background(SigningKeyRotation keys, ToolRegistry registry, UsageJournal usage, WebWiring web) {
        List<Runnable> backgroundTasks = new ArrayList<>();
        backgroundTasks.add(usage);
        backgroundTasks.add(backgroundJobs);
        backgroundTasks.addAll(web.background());
        backgroundTasks.add(new Housekeeping(
                parts.ticker(),
                ActiveCalls.EVERY,
                new Housekeeping.Job("the check of the sessions of open calls", calls::check)));
        backgroundTasks.add(new Housekeeping(
                parts.ticker(),
                new Housekeeping.Job("the sweep of ended sessions and old entries", new AccountSweep(stores, clock)),
                new Housekeeping.Job("the maintenance of signing keys", keys::maintenance),
                new Housekeeping.Job(
                        "the sweep of executions and idempotency keys", new ToolSweep(clock, stores, limits.tool())),
                new Housekeeping.Job(
                        "the sweep of old usage",
                        new UsageSweep(
                                clock, stores.usage(), limits.completion().usage())),
                new Housekeeping.Job("the maintenance of the tool index", registry::maintenance)));
        backgroundTasks.add(new Housekeeping(
                parts.ticker(),
                limits.task().node().heartbeat(),
                new Housekeeping.Job("the end of executions whose node failed", registry::recordEnds)));
        if (registry.imports().hasServers()) {
            backgroundTasks.add(new Housekeeping(
                    parts.ticker(),
                    limits.tool().importsEvery(),
                    new Housekeeping.Job("the import of tools from their servers", registry.imports()::remote)));
        }
        if (embedder.isPresent()) {
            backgroundTasks.add(memoryMaintenance);
            backgroundTasks.add(new Housekeeping(
                    parts.ticker(),
                    limits.tool().meaningsEvery(),
                    new Housekeeping.Job("the embedding of new tools", registry::maintenance)));
            backgroundTasks.add(new Housekeeping(
                    parts.ticker(),
                    limits.memory().meaningsEvery(),
                    new Housekeeping.Job("the embedding of memories", memoryMaintenance::learnMissing)));
        }
        return new BackgroundTasks(backgroundTasks);
    }

    private CompletionParts completion() {
        return new CompletionParts(
                clock,
                parts.ticker(),
                ids,
                parts.secrets,
                parts.rateLimiterOrDefault(),
                parts.chatModel,
                parts.fallbacks,
                limits.completion());
    }

    private ToolRegistry registry() {
        ToolRegistry registry = new ToolRegistry(new ToolParts(
                clock,
                parts.ticker(),
                ids,
                stores,
                permissions,
                new CompositeEndpoints(parts.endpoints, tools),
                parts.schemaValidator,
                tracing,
                embedder,
                parts.secrets,
                parts.publicAddress,
                parts.allowedRedirects,
                queue.leased(),
                limits.tool(),
                limits.connection()));
        registry.imports().local();
        return registry;
    }

    private OAuthSignInService oauth() {
        IdentityLinks links = new IdentityLinks(sources, stores, journal, permissions, limits.oauth());
        OAuthStates states = new OAuthStates(clock, parts.secrets, stores.oauthStates(), limits.oauth());
        return new OAuthSignInService(
                parts.oauthProviders, parts.allowedRedirects, states, links, stores.transactions(), sessions);
    }

    /** The parts that agents use in conversations and in tasks. */
    private record AgentKit(ToolCatalogue toolCatalogue, ToolRound round, AgentLoop loop, ContextWindow window) {}

    private AgentKit kit(Completions completions, ToolRegistry registry) {
        ToolCalls calls = new ToolCalls(
                registry.executions(),
                parts.schemaValidator,
                new AccountRoles(clock, stores.accounts(), permissions),
                clock,
                tracing);
        ToolRound round = new ToolRound(parts.ticker(), calls, limits.agent());
        return new AgentKit(
                new ToolCatalogue(tools, registry.callerTools(), stores.agents()),
                round,
                new AgentLoop(completions, round, limits.agent()),
                new ContextWindow(limits.agent(), parts.chatModel::defaultModel));
    }

    private Agents agents() {
        return agents.orElseThrow(() -> new IllegalStateException("the core is not wired yet"));
    }

    private AgentExecutor agentOfTasks(AgentKit kit) {
        return new AgentExecutor(clock, kit.toolCatalogue(), kit.loop(), kit.window(), Set.of(AgentTaskTools.CREATE));
    }

    private static Set<ToolName> namesOf(List<ToolInvoker> owners) {
        return owners.stream()
                .flatMap(owner -> owner.tools().stream())
                .map(ToolSpec::name)
                .collect(Collectors.toSet());
    }

    private Agents agents(AgentKit kit, Completions completions, ToolRegistry registry) {
        FactStorage factStorage = new FactStorage(stores.memories(), memoryWriter);
        ChatArchive archive = new ChatArchive(
                clock,
                parts.ticker(),
                ids,
                stores,
                new TurnMemory(memoryWriter, factStorage, memoryMaintenance, parts.facts, limits.agent()),
                permissions,
                limits.agent());
        ContextWindow window = kit.window();
        ServiceModel model = serviceModel(completions);
        ChatSummaries summaries = new ChatSummaries(model, limits.memory());
        Optional<ModelFacts> facts = parts.facts == FactExtraction.MODEL
                ? Optional.of(new ModelFacts(model, factStorage, memoryMaintenance, stores))
                : Optional.empty();
        Compaction compaction = new Compaction(stores, summaries, window, limits.agent());
        ChatTurnService chatTurnService = new ChatTurnService(
                clock,
                tracing,
                archive,
                kit.toolCatalogue(),
                new ToolSelection(registry.callerTools(), limits.agent()),
                new MemoryContext(stores.memories(), memorySearch, limits.memory()),
                kit.loop(),
                window,
                new FollowUps(backgroundJobs, window, compaction, facts),
                limits.agent().waiting(),
                namesOf(List.of(memoryTools)),
                namesOf(taskTools));
        return new AgentService(
                clock,
                permissions,
                archive,
                chatTurnService,
                kit.toolCatalogue(),
                kit.round(),
                stores.agents(),
                completions);
    }

    private Memories memories(Completions completions) {
        MemorySummaries summaries = new MemorySummaries(stores.memories(), serviceModel(completions), limits.memory());
        return new MemoryService(permissions, stores, memoryWriter, memorySearch, summaries);
    }

    private ServiceModel serviceModel(Completions completions) {
        return new ServiceModel(completions, parts.chatModel.provider());
    }
}
