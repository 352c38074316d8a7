package dev.guildhall.core;

import dev.guildhall.core.budget.Budgets;
import dev.guildhall.core.builtin.FileTools;
import dev.guildhall.core.builtin.RunTools;
import dev.guildhall.core.completion.CompletionParts;
import dev.guildhall.core.completion.CompletionService;
import dev.guildhall.core.completion.EmbeddingService;
import dev.guildhall.core.completion.ModelCalls;
import dev.guildhall.core.completion.UsageJournal;
import dev.guildhall.core.completion.UsageRecovery;
import dev.guildhall.core.completion.UsageService;
import dev.guildhall.core.file.FileService;
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
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolInvoker;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Wires the use cases of one core from its parts. Used once. */
final class Wiring {
    private final Core.Parts parts;
    private final InstantSource clock;
    private final Stores stores;
    private final IdSource ids;
    private final Limits limits;
    private final Permissions permissions;
    private final AccountWiring account;
    private final UsageJournal usage;
    private final UsageRecovery recovery;
    private final Budgets budgets;
    private final Optional<Embedder> embedder;
    private final List<ToolInvoker> tools;
    private final List<ToolInvoker> taskTools = new ArrayList<>();
    private final TaskWiring queue;
    private final AgentWiring agent;

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
        tracing = new Tracing(parts.traces, parts.meter, parts.secrets);
        permissions = new Permissions(parts.adminEmails);
        queue = new TaskWiring(parts, ids, permissions);
        agent = new AgentWiring(parts, ids, permissions, embedder, tracing);
        tools = new ArrayList<>(parts.tools);
        tools.add(agent.memoryTools());
        usage = new UsageJournal(parts.ticker(), stores.usage(), parts.pendingUsage, limits.completion());
        recovery = new UsageRecovery(
                clock, parts.pendingUsage, usage, limits.completion().usage());
        budgets = new Budgets(clock, stores.usage(), stores.accounts(), usage::flush, parts.prices);
        account = new AccountWiring(parts, ids, permissions, budgets);
    }

    Core core() {
        recovery.run();
        ModelCalls modelCalls = ModelCalls.of(completion(), budgets, usage, account.calls(), tracing);
        CompletionService completions = new CompletionService(modelCalls);
        AgentTasks agentTasks = queue.agentTasks(completions, this::agents);
        taskTools.add(TaskWiring.tools(agentTasks));
        if (parts.runner.isPresent()) {
            tools.add(new RunTools(queue.runs()));
        }
        FileService files = new FileService(clock, ids, permissions, stores, parts.fileBlobsOrDefault(), limits.file());
        parts.fileText.ifPresent(text -> tools.add(new FileTools(files, text)));
        tools.addAll(taskTools);
        ToolRegistry registry = registry();
        AgentWiring.Kit kit = agent.kit(tools, completions, registry);
        agents = Optional.of(agent.agents(kit, completions, registry, taskTools));
        Accounts accounts = account.accounts();
        OAuthSignIn oauth = account.oauth();
        UsageService reports = new UsageService(clock, stores.usage(), usage, parts.prices.currency(), permissions);
        Profiles profiles = account.profiles();
        WebWiring web = new WebWiring(
                parts,
                ids,
                permissions,
                new WebWiring.Services(
                        accounts,
                        oauth,
                        profiles,
                        agents(),
                        agentTasks,
                        agent.serviceModel(completions),
                        files,
                        reports));
        return new Core(
                accounts,
                account.security(),
                profiles,
                account.groups(),
                oauth,
                account.externalAccounts(),
                account.authorizations(),
                account.audit(),
                account.apiKeys(),
                account.administration(),
                account.signingKeys(),
                registry.tools(),
                registry.executions(),
                registry.integrations(),
                registry.imports(),
                completions,
                reports,
                new EmbeddingService(embedder, parts.embeddingAliases, modelCalls),
                agents(),
                agent.memories(completions),
                queue.tasks(),
                queue.agents(),
                queue.workers(),
                queue.workflows(),
                agentTasks,
                queue.runs(),
                queue.suites(),
                web.sessions(),
                web.chats(),
                web::runningAnswers,
                web::giveUpAnswers,
                files,
                queue.node(agents(), completions, agent.executor(kit)),
                queue.stats(),
                completions.metrics(),
                background(registry, reports, web));
    }

    /** Only work that exists gets a thread. */
    private Runnable background(ToolRegistry registry, UsageService reports, WebWiring web) {
        List<Runnable> backgroundTasks = new ArrayList<>();
        backgroundTasks.add(usage);
        backgroundTasks.addAll(agent.background());
        backgroundTasks.addAll(web.background());
        backgroundTasks.addAll(account.background(registry.erasedConnections()));
        backgroundTasks.add(new Housekeeping(
                parts.ticker(),
                new Housekeeping.Job(
                        "the sweep of executions and idempotency keys", new ToolSweep(clock, stores, limits.tool())),
                new Housekeeping.Job(
                        "the sweep of old usage",
                        () -> reports.sweep(limits.completion().usage())),
                new Housekeeping.Job("the maintenance of the tool index", registry::maintenance)));
        backgroundTasks.add(new Housekeeping(
                parts.ticker(),
                limits.task().node().heartbeat(),
                new Housekeeping.Job("the end of executions whose node failed", registry::recordEnds),
                new Housekeeping.Job("the usage of nodes that failed", recovery)));
        if (registry.imports().hasServers()) {
            backgroundTasks.add(new Housekeeping(
                    parts.ticker(),
                    limits.tool().importsEvery(),
                    new Housekeeping.Job("the import of tools from their servers", registry.imports()::remote)));
        }
        if (embedder.isPresent()) {
            backgroundTasks.add(new Housekeeping(
                    parts.ticker(),
                    limits.tool().embeddingsEvery(),
                    new Housekeeping.Job("the embedding of new tools", registry::maintenance)));
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
                parts.prices,
                parts.mediaHosts,
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

    private Agents agents() {
        return agents.orElseThrow(() -> new IllegalStateException("the core is not wired yet"));
    }
}
