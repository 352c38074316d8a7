package dev.guildhall.core;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.agent.AgentService;
import dev.guildhall.core.agent.ChatRetention;
import dev.guildhall.core.assistant.AssistantService;
import dev.guildhall.core.budget.Budgets;
import dev.guildhall.core.builtin.FileTools;
import dev.guildhall.core.builtin.RunTools;
import dev.guildhall.core.completion.CompletionParts;
import dev.guildhall.core.completion.CompletionService;
import dev.guildhall.core.completion.EmbeddingService;
import dev.guildhall.core.completion.ModelCalls;
import dev.guildhall.core.completion.ModelDirectory;
import dev.guildhall.core.completion.PassedRequestService;
import dev.guildhall.core.completion.UsageJournal;
import dev.guildhall.core.completion.UsageRecovery;
import dev.guildhall.core.completion.UsageService;
import dev.guildhall.core.evaluation.EvaluationService;
import dev.guildhall.core.file.FileService;
import dev.guildhall.core.file.StorageQuota;
import dev.guildhall.core.knowledge.CollectionAccess;
import dev.guildhall.core.knowledge.KnowledgeWiring;
import dev.guildhall.core.model.DeploymentTests;
import dev.guildhall.core.model.ModelService;
import dev.guildhall.core.response.StoredResponseService;
import dev.guildhall.core.search.GuardedEmbedder;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.core.time.BackgroundTasks;
import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.core.time.Housekeeping;
import dev.guildhall.core.time.Threads;
import dev.guildhall.core.tool.CompositeEndpoints;
import dev.guildhall.core.tool.ToolParts;
import dev.guildhall.core.tool.ToolRegistry;
import dev.guildhall.core.tool.ToolSweep;
import dev.guildhall.core.tool.connection.IntegrationDirectory;
import dev.guildhall.core.webhook.WebhookDispatcher;
import dev.guildhall.core.webhook.WebhookLimits;
import dev.guildhall.core.webhook.WebhookService;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.approval.Approvals;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.completion.PassedRequests;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.memory.Memories;
import dev.guildhall.ports.model.Models;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.schedule.Schedules;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.trigger.Triggers;
import dev.guildhall.ports.webhook.Webhooks;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The use cases of one core, wired from its parts. */
final class Wiring {
    private final Parts parts;
    private final InstantSource clock;
    private final Stores stores;
    private final IdSource ids;
    private final Limits limits;
    private final Threads threads;
    private final Permissions permissions;
    private final AccountWiring account;
    private final UsageJournal journal;
    private final UsageRecovery recovery;
    private final Optional<Embedder> embedder;
    private final List<ToolInvoker> invokers = new ArrayList<>();
    private final TaskWiring queue;
    private final AgentWiring agent;
    private final WebWiring web;
    private final AgentWiring.Kit kit;
    private final ApprovalWiring approval;
    private final ToolRegistry registry;
    private final Tracing tracing;
    private final ModelDirectory modelDirectory;
    private final KnowledgeWiring knowledge;
    private final BlobStore fileBlobs;
    private final TaskWiring.Starting starting;

    final Accounts accounts;
    final OAuthSignIn oauth;
    final Profiles profiles;
    final CompletionService completions;
    final Models models;
    final Assistants assistants;
    final EvaluationService evaluations;
    final StoredResponseService responses;
    final UsageService usage;
    final Embeddings embeddings;
    final PassedRequests passedRequests;
    final AgentService agents;
    final AgentTasks agentTasks;
    final FileService files;
    final Webhooks webhooks;

    /** Set after the wiring: the tools of agents create tasks, whose steps use those tools. */
    private Optional<Agents> wiredAgents = Optional.empty();

    Wiring(Parts parts, Threads threads) {
        this.parts = parts;
        this.threads = threads;
        clock = parts.clock();
        stores = parts.stores();
        limits = parts.limits;
        ids = parts.idsOrDefault();
        embedder = parts.embedder.map(known -> new GuardedEmbedder(known, clock));
        tracing = new Tracing(parts.traces, parts.meter, parts.secrets);
        permissions = new Permissions(parts.adminEmails);
        queue = new TaskWiring(parts, ids, permissions, threads);
        modelDirectory = new ModelDirectory(
                clock,
                stores,
                new ModelDirectory.Configured(parts.chatModel, parts.fallbacks, parts.prices),
                parts.modelConnector,
                this::chosenModel);
        agent = new AgentWiring(parts, ids, permissions, embedder, tracing, threads, modelDirectory);
        invokers.addAll(parts.tools);
        invokers.add(parts.functions);
        invokers.add(agent.memoryTools());
        journal = new UsageJournal(parts.ticker(), stores.usage(), parts.pendingUsage, limits.completion());
        recovery = new UsageRecovery(
                clock, parts.pendingUsage, journal, limits.completion().usage());
        Budgets budgets = new Budgets(clock, stores.usage(), stores.accounts(), journal::flush, modelDirectory::prices);
        account = new AccountWiring(parts, ids, permissions, budgets);
        recovery.run();
        ModelCalls modelCalls = ModelCalls.of(completion(), budgets, journal, account.calls(), tracing);
        completions = new CompletionService(modelCalls);
        models = new ModelService(
                stores,
                ids,
                permissions,
                account.audit(),
                parts.modelConnector,
                modelDirectory,
                new DeploymentTests(clock, modelCalls, parts.modelConnector));
        assistants =
                new AssistantService(clock, ids, stores, account.audit(), new CollectionAccess(stores, permissions));
        evaluations = new EvaluationService(clock, ids, stores, permissions, queue.tasks());
        starting = queue.starting(evaluations);
        agentTasks = queue.agentTasks(completions, this::wiredAgents);
        ToolInvoker taskTools = TaskWiring.tools(agentTasks);
        if (parts.runner.isPresent()) {
            invokers.add(new RunTools(queue.runs()));
        }
        fileBlobs = parts.fileBlobsOrDefault();
        files = new FileService(clock, ids, permissions, stores, fileBlobs, limits.file());
        knowledge = new KnowledgeWiring(
                clock,
                parts.ticker(),
                ids,
                stores,
                permissions,
                files,
                new StorageQuota(stores, limits.file().user()),
                embedder,
                limits.knowledge());
        parts.fileText.ifPresent(text -> invokers.add(new FileTools(files, text)));
        invokers.add(taskTools);
        registry = registry();
        kit = agent.kit(invokers, completions, registry);
        AgentService agentService = agent.agents(kit, completions, List.of(taskTools), knowledge.service());
        agents = agentService;
        wiredAgents = Optional.of(agents);
        approval = new ApprovalWiring(
                parts,
                permissions,
                threads,
                agent.approvalWaits(),
                (caller, tool) -> kit.toolCatalogue().schema(caller, tool));
        accounts = account.accounts();
        oauth = account.oauth();
        responses = new StoredResponseService(
                clock,
                parts.ticker(),
                stores,
                new StorageQuota(stores, limits.file().user()),
                queue.tasks(),
                parts.responses);
        webhooks = new WebhookService(
                clock, ids, parts.secrets, stores, permissions, parts.webhookSender, this::publicAddress);
        usage = new UsageService(clock, stores, journal, parts.prices.currency(), permissions);
        profiles = account.profiles();
        passedRequests = new PassedRequestService(modelCalls);
        embeddings = new EmbeddingService(embedder, parts.embeddingAliases, modelCalls);
        web = new WebWiring(
                parts,
                ids,
                permissions,
                threads,
                new WebWiring.Services(
                        accounts,
                        oauth,
                        profiles,
                        agents,
                        agentTasks,
                        approval.approvals(),
                        agent.serviceModel(completions),
                        files,
                        usage));
        approval.continuedBy(agentService, web::proceed);
    }

    private Optional<String> chosenModel() {
        return account.currentSettings().values().defaultModel();
    }

    AccountWiring account() {
        return account;
    }

    Approvals approvals() {
        return approval.approvals();
    }

    Schedules schedules() {
        return queue.schedules(starting);
    }

    Triggers triggers() {
        return queue.triggers(starting);
    }

    TaskWiring queue() {
        return queue;
    }

    WebWiring web() {
        return web;
    }

    ToolRegistry tools() {
        return registry;
    }

    Knowledge knowledge() {
        return knowledge.service();
    }

    Memories memories() {
        return agent.memories(completions);
    }

    /** Executes tasks and maintains the queue. */
    BackgroundTasks node() {
        return queue.node(
                agents,
                completions,
                starting,
                agent.evaluations(kit, knowledge.service(), completions, evaluations),
                agent.executor(kit, knowledge.service()));
    }

    /** Only work that exists gets a thread. */
    BackgroundTasks background() {
        List<Runnable> backgroundTasks = new ArrayList<>();
        backgroundTasks.addAll(approval.background());
        backgroundTasks.add(journal);
        backgroundTasks.addAll(agent.background());
        backgroundTasks.addAll(web.background());
        dispatcher().ifPresent(backgroundTasks::add);
        parts.documentParser.ifPresent(parser -> backgroundTasks.addAll(knowledge.background(fileBlobs, parser)));
        backgroundTasks.addAll(account.background(registry.erasedConnections()));
        backgroundTasks.add(new Housekeeping(
                parts.ticker(),
                new Housekeeping.Job(
                        "the sweep of executions and idempotency keys", new ToolSweep(clock, stores, limits.tool())),
                new Housekeeping.Job(
                        "the sweep of old usage",
                        () -> usage.sweep(limits.completion().usage())),
                new Housekeeping.Job(
                        "the removal of idle chats", new ChatRetention(clock, stores, account::currentSettings)),
                new Housekeeping.Job("the sweep of old responses", () -> BatchedSweep.remove(responses::sweep)),
                new Housekeeping.Job(
                        "the sweep of old deliveries to webhooks",
                        () -> BatchedSweep.remove(most ->
                                stores.webhooks().prune(clock.instant().minus(WebhookLimits.DEFAULT.kept()), most))),
                new Housekeeping.Job("the end of evaluations whose task has ended", evaluations::settleAll),
                new Housekeeping.Job("the maintenance of the tool index", registry::maintenance)));
        backgroundTasks.add(new Housekeeping(
                parts.ticker(),
                limits.task().node().heartbeat(),
                new Housekeeping.Job("the end of executions whose node failed", registry::recordEnds),
                new Housekeeping.Job("the usage of nodes that failed", recovery)));
        backgroundTasks.add(new Housekeeping(
                parts.ticker(),
                limits.tool().importsEvery(),
                new Housekeeping.Job("the import of tools from their servers", registry.imports()::remote)));
        if (embedder.isPresent()) {
            backgroundTasks.add(new Housekeeping(
                    parts.ticker(),
                    limits.tool().embeddingsEvery(),
                    new Housekeeping.Job("the embedding of new tools", registry::maintenance)));
        }
        return new BackgroundTasks(backgroundTasks);
    }

    private Optional<WebhookDispatcher> dispatcher() {
        return parts.webhookSender.flatMap(sender -> parts.webhookBodies.map(bodies -> new WebhookDispatcher(
                clock,
                parts.ticker(),
                threads,
                stores,
                new AccountRoles(clock, stores.accounts(), permissions),
                sender,
                bodies,
                WebhookLimits.DEFAULT)));
    }

    private CompletionParts completion() {
        return new CompletionParts(
                clock,
                parts.ticker(),
                threads,
                ids,
                parts.secrets,
                parts.rateLimiterOrDefault(),
                modelDirectory,
                parts.mediaHosts,
                limits.completion());
    }

    /** The address that an admin has set, else that of the installation. */
    private URI publicAddress() {
        return account.currentSettings()
                .values()
                .publicUrl()
                .map(url -> URI.create(url.value()))
                .orElse(parts.publicAddress);
    }

    private ToolRegistry registry() {
        ToolRegistry made = new ToolRegistry(new ToolParts(
                clock,
                parts.ticker(),
                threads,
                ids,
                stores,
                permissions,
                new CompositeEndpoints(
                        parts.endpoints,
                        invokers,
                        threads,
                        new IntegrationDirectory(clock, stores, permissions, parts.integrationConnector)),
                parts.schemaValidator,
                tracing,
                embedder,
                parts.secrets,
                this::publicAddress,
                account.allowedRedirects(),
                queue.leased(),
                completions,
                account.audit(),
                parts.integrationConnector,
                limits.tool(),
                limits.connection()));
        made.imports().local();
        return made;
    }

    private Agents wiredAgents() {
        return wiredAgents.orElseThrow(() -> new IllegalStateException("the core is not wired yet"));
    }
}
