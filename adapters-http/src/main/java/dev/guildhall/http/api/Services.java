package dev.guildhall.http.api;

import dev.guildhall.http.BrowserSessions;
import dev.guildhall.http.Mount;
import dev.guildhall.http.PublicAddress;
import dev.guildhall.http.Route;
import dev.guildhall.http.Service;
import dev.guildhall.http.account.AccountErrors;
import dev.guildhall.http.account.AccountRoutes;
import dev.guildhall.http.account.AdminRoutes;
import dev.guildhall.http.account.ApiKeyRoutes;
import dev.guildhall.http.account.AuditRoutes;
import dev.guildhall.http.account.FactorRoutes;
import dev.guildhall.http.account.GroupRoutes;
import dev.guildhall.http.account.InvitationRoutes;
import dev.guildhall.http.account.MailedLinkRoutes;
import dev.guildhall.http.account.ModelRoutes;
import dev.guildhall.http.account.OAuthRoutes;
import dev.guildhall.http.account.ProfileRoutes;
import dev.guildhall.http.account.SecurityRoutes;
import dev.guildhall.http.account.SettingsRoutes;
import dev.guildhall.http.account.SigningKeyRoutes;
import dev.guildhall.http.agent.AgentErrors;
import dev.guildhall.http.agent.AgentRoutes;
import dev.guildhall.http.agent.AgentTaskRoutes;
import dev.guildhall.http.agent.AgentToolRoutes;
import dev.guildhall.http.agent.ApprovalRoutes;
import dev.guildhall.http.agent.AssistantCompletionRoutes;
import dev.guildhall.http.agent.AssistantRoutes;
import dev.guildhall.http.agent.CollectionRoutes;
import dev.guildhall.http.agent.EvaluationRoutes;
import dev.guildhall.http.agent.MemoryRoutes;
import dev.guildhall.http.authorization.AuthorizationAddresses;
import dev.guildhall.http.authorization.ClientErrors;
import dev.guildhall.http.authorization.ClientRoutes;
import dev.guildhall.http.authorization.ClientTokens;
import dev.guildhall.http.authorization.ConsentRoutes;
import dev.guildhall.http.authorization.MetadataRoutes;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.completion.CompletionRoutes;
import dev.guildhall.http.completion.UsageRoutes;
import dev.guildhall.http.completion.anthropic.AnthropicErrors;
import dev.guildhall.http.completion.anthropic.AnthropicRoutes;
import dev.guildhall.http.completion.gemini.GeminiErrors;
import dev.guildhall.http.completion.gemini.GeminiRoutes;
import dev.guildhall.http.completion.openai.OpenAiErrors;
import dev.guildhall.http.completion.openai.OpenAiRoutes;
import dev.guildhall.http.completion.openai.ResponseRoutes;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.mcp.McpErrors;
import dev.guildhall.http.mcp.McpRoutes;
import dev.guildhall.http.orchestration.OrchestrationErrors;
import dev.guildhall.http.orchestration.TaskAgentRoutes;
import dev.guildhall.http.orchestration.TaskApprovalRoutes;
import dev.guildhall.http.orchestration.TaskRoutes;
import dev.guildhall.http.orchestration.WebhookRoutes;
import dev.guildhall.http.orchestration.WorkerRoutes;
import dev.guildhall.http.orchestration.WorkflowDefinitionRoutes;
import dev.guildhall.http.orchestration.WorkflowRoutes;
import dev.guildhall.http.pages.PageRoutes;
import dev.guildhall.http.run.FileRoutes;
import dev.guildhall.http.run.LinkSigner;
import dev.guildhall.http.run.RunErrors;
import dev.guildhall.http.run.RunRoutes;
import dev.guildhall.http.run.ScreenshotRoutes;
import dev.guildhall.http.run.SuiteRoutes;
import dev.guildhall.http.schedule.ScheduleRoutes;
import dev.guildhall.http.schedule.TriggerRoutes;
import dev.guildhall.http.system.ApiDocuments;
import dev.guildhall.http.system.Metrics;
import dev.guildhall.http.system.SystemErrors;
import dev.guildhall.http.system.SystemRoutes;
import dev.guildhall.http.tool.ExecutionRoutes;
import dev.guildhall.http.tool.IntegrationRoutes;
import dev.guildhall.http.tool.ToolErrors;
import dev.guildhall.http.tool.ToolRoutes;
import dev.guildhall.http.webchat.StoredFileRoutes;
import dev.guildhall.http.webchat.TaskProxyRoutes;
import dev.guildhall.http.webchat.WebChatErrors;
import dev.guildhall.http.webchat.WebChatRoutes;
import dev.guildhall.http.webchat.WebOAuthRoutes;
import dev.guildhall.http.webchat.WebSessionRoutes;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.driving.DrivingPorts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Assigns the routes to listeners (general-1). */
final class Services {
    private static final String VERSIONED = "/api/v1";
    private static final String PAGES = "/web";
    private static final String AGENT_V0_1 = "/agent-v0.1";

    private final DrivingPorts core;
    private final HttpOptions options;
    private final Addresses addresses;
    private final BrowserSessions browsers;
    private final Metrics metrics;
    private final Optional<PageRoutes> pages;
    private final LinkSigner signer;

    Services(DrivingPorts core, HttpOptions options, Addresses addresses, BrowserSessions browsers, Metrics metrics) {
        this.core = core;
        this.options = options;
        this.addresses = addresses;
        this.browsers = browsers;
        this.metrics = metrics;
        pages = options.pages.get();
        signer = new LinkSigner(options.linkKeyOrDefault(), options.clock, core.accounts());
    }

    /**
     * The base path of a service on its listener; a service on its own port has its root as base, except for a version.
     */
    static String base(Service service, boolean ownPort) {
        return switch (service) {
            case ACCOUNT, TOOLS, RUNS, ORCHESTRATION -> VERSIONED;
            case COMPLETION -> ownPort ? "" : "/completion";
            case AGENT -> ownPort ? "" : "/agent";
            case CHAT -> "";
        };
    }

    /** All mounts of a listener with these services; every listener documents all services of the node. */
    List<Mount> mounts(Set<Service> services, boolean ownPort) {
        List<Mount> mounts = new ArrayList<>();
        Map<Service, String> documented = new EnumMap<>(Service.class);
        documented.putAll(addresses.others(services));
        services.forEach(service -> documented.put(service, base(service, ownPort)));
        mounts.add(new Mount(Optional.empty(), "", system(documented).routes(), new SystemErrors()));
        services.forEach(service -> mounts.addAll(mounts(service, base(service, ownPort))));
        if (ownPort) {
            // Their documents name paths behind a base address that ends in /api/v1/; on a port of their own they are
            // at the root too (general-2).
            services.stream()
                    .filter(service -> base(service, true).equals(VERSIONED))
                    .forEach(service -> mounts.addAll(mounts(service, "")));
        }
        if (services.contains(Service.ACCOUNT)) {
            mounts.addAll(authorization());
        }
        if (services.contains(Service.TOOLS)) {
            mounts.add(mcp());
        }
        if (services.contains(Service.CHAT)) {
            pages.ifPresent(shown -> {
                mounts.add(Mount.ofPages(shown.routes(), shown::unknown, new SystemErrors()));
                mounts.addAll(forPages());
            });
        }
        return mounts;
    }

    /**
     * The routes of other services that the pages use: the same routes again, for browser sessions instead of tokens.
     */
    private List<Mount> forPages() {
        // A node with the pages answers mailed links also where another node or listener has the accounts.
        Mount links = Mount.of(
                Service.ACCOUNT,
                PAGES + VERSIONED,
                new MailedLinkRoutes(core.mailedLinks()).withoutSession(),
                new AccountErrors());
        Stream<Mount> forSessions = Stream.of(Service.values())
                .filter(service -> service != Service.CHAT)
                .flatMap(service -> mounts(service, PAGES + base(service, false)).stream())
                .filter(mount -> mount.base().startsWith(PAGES))
                .map(Mount::forBrowsers);
        return Stream.concat(Stream.of(links), forSessions).toList();
    }

    private List<Mount> mounts(Service service, String base) {
        return ownMounts(service, base).stream().map(this::opened).toList();
    }

    private List<Mount> ownMounts(Service service, String base) {
        return switch (service) {
            case ACCOUNT -> List.of(Mount.of(service, base, accountRoutes(), new AccountErrors()));
            case COMPLETION ->
                List.of(
                        Mount.of(service, base, completionRoutes(), new CompletionErrors()),
                        Mount.of(service, base + OpenAiRoutes.PATH, openAiRoutes(), new OpenAiErrors()),
                        Mount.of(
                                service,
                                base + AnthropicRoutes.PATH,
                                new AnthropicRoutes(core.completions()).routes(),
                                new AnthropicErrors()),
                        Mount.of(
                                service,
                                base + GeminiRoutes.PATH,
                                new GeminiRoutes(core.completions()).routes(),
                                new GeminiErrors()));
            case AGENT ->
                List.of(
                        agent(base, AgentMode.WITH_TASKS),
                        Mount.of(
                                service,
                                base + AssistantCompletionRoutes.PATH,
                                new AssistantCompletionRoutes(core.agents(), core.assistants(), options.clock).routes(),
                                new OpenAiErrors()),
                        agent(AGENT_V0_1, AgentMode.WITHOUT_TASKS));
            case TOOLS -> List.of(Mount.of(service, base, toolRoutes(), new ToolErrors()));
            case CHAT -> List.of(Mount.of(service, base, chatRoutes(), new WebChatErrors()));
            case RUNS -> List.of(Mount.of(service, base, runRoutes(), new RunErrors()));
            case ORCHESTRATION -> List.of(Mount.of(service, base, orchestrationRoutes(), new OrchestrationErrors()));
        };
    }

    /** Also accepts the tokens of another trusted issuer, where the service accepts them. */
    private Mount opened(Mount mount) {
        return mount.service()
                .map(options.otherTokens::get)
                .map(mount::takingToo)
                .orElse(mount);
    }

    private List<Route> accountRoutes() {
        List<Route> routes = new ArrayList<>(new AccountRoutes(core.accounts()).routes());
        routes.addAll(new SecurityRoutes(core.security()).routes());
        routes.addAll(new ProfileRoutes(core.profiles()).routes());
        routes.addAll(new GroupRoutes(core.groups()).routes());
        routes.addAll(new AuditRoutes(core.audit()).routes());
        routes.addAll(new AdminRoutes(core.administration(), core.usage()).routes());
        routes.addAll(new FactorRoutes(core.factors()).routes());
        routes.addAll(new InvitationRoutes(core.invitations()).routes());
        routes.addAll(new SettingsRoutes(core.settings()).routes());
        routes.addAll(new MailedLinkRoutes(core.mailedLinks()).routes());
        routes.addAll(new ModelRoutes(core.models()).routes());
        routes.addAll(new OAuthRoutes(core.oauth()).routes());
        routes.addAll(new ApiKeyRoutes(core.apiKeys(), core.administration()).routes());
        routes.addAll(new SigningKeyRoutes(core.signingKeys()).routes());
        return routes;
    }

    /** At the root: clients expect the documents there, and the documents name the other paths. */
    private List<Mount> authorization() {
        AuthorizationAddresses shown = authorizationAddresses();
        List<Route> clients = new ClientRoutes(core.authorizations(), shown, options.clock).routes();
        return List.of(
                Mount.of(Service.ACCOUNT, MetadataRoutes.PATH, new MetadataRoutes(shown).routes(), new SystemErrors()),
                Mount.of(Service.ACCOUNT, ClientRoutes.PATH, clients, new ClientErrors()));
    }

    private List<Route> completionRoutes() {
        List<Route> routes = new ArrayList<>(new CompletionRoutes(core.completions()).routes());
        routes.addAll(new UsageRoutes(core.usage()).routes());
        return routes;
    }

    private List<Route> openAiRoutes() {
        List<Route> routes = new ArrayList<>(
                new OpenAiRoutes(core.completions(), core.embeddings(), core.passedRequests(), options.clock).routes());
        routes.addAll(new ResponseRoutes(core.completions(), core.responses(), options.clock, options.storesResponses)
                .routes());
        return routes;
    }

    private List<Route> toolRoutes() {
        List<Route> routes = new ArrayList<>(new ToolRoutes(core.tools()).routes());
        routes.addAll(new ExecutionRoutes(core.toolExecutions()).routes());
        routes.addAll(new IntegrationRoutes(
                        core.integrations(), browsers, addressOf(Service.CHAT)::now, addressOf(Service.TOOLS)::now)
                .routes());
        return routes;
    }

    private List<Route> runRoutes() {
        PublicAddress shown = addressOf(Service.RUNS);
        Supplier<String> address = () -> shown.now() + VERSIONED;
        Supplier<Optional<String>> reports =
                () -> addresses.reportsUrl(shown.now()).map(url -> url + VERSIONED);
        List<Route> routes = new ArrayList<>(new RunRoutes(core.runs(), address).routes());
        routes.addAll(new ScreenshotRoutes(core.runs(), address).routes());
        routes.addAll(new FileRoutes(core.runs(), address, reports, signer).routes());
        routes.addAll(new SuiteRoutes(core.suites(), address).routes());
        return routes;
    }

    /** The address of the settings, else that of the service. */
    private PublicAddress addressOf(Service service) {
        return browsers.address().or(addresses.publicUrlOf(service));
    }

    private AuthorizationAddresses authorizationAddresses() {
        return addresses.authorization().with(browsers.address());
    }

    private List<Route> chatRoutes() {
        PublicAddress address = addressOf(Service.CHAT);
        List<Route> routes = new ArrayList<>(new WebSessionRoutes(core.accounts(), browsers).routes());
        routes.addAll(new WebChatRoutes(core.webChats()).routes());
        routes.addAll(new WebOAuthRoutes(
                        core.oauth(), core.administration(), core.accounts(), core.settings(), browsers, address::now)
                .routes());
        routes.addAll(new ConsentRoutes(core.authorizations(), authorizationAddresses()).routes());
        routes.addAll(new TaskProxyRoutes(core.webChats()).routes());
        routes.addAll(new StoredFileRoutes(core.files()).routes());
        return routes;
    }

    private List<Route> orchestrationRoutes() {
        List<Route> routes = new ArrayList<>(new TaskRoutes(core.tasks()).routes());
        routes.addAll(new TaskApprovalRoutes(core.approvals()).routes());
        routes.addAll(new WorkerRoutes(core.taskWorkers()).routes());
        routes.addAll(new TaskAgentRoutes(core.taskAgents()).routes());
        routes.addAll(new WorkflowRoutes(core.workflows()).routes());
        routes.addAll(new ScheduleRoutes(core.schedules()).routes());
        routes.addAll(new TriggerRoutes(
                        core.triggers(), () -> addressOf(Service.ORCHESTRATION).now() + VERSIONED)
                .routes());
        routes.addAll(new WorkflowDefinitionRoutes(core.workflowDefinitions()).routes());
        routes.addAll(new WebhookRoutes(core.webhooks()).routes());
        return routes;
    }

    /** MCP clients get one address without a version, since their protocol negotiates its own. */
    private Mount mcp() {
        List<Route> routes = new McpRoutes(core, options.linkKeyOrDefault(), options.clock, metrics.mcp()).routes();
        ErrorForm errors = new McpErrors(authorizationAddresses());
        return opened(Mount.of(Service.TOOLS, McpRoutes.PATH, routes, errors)
                .takingToo(new ClientTokens(core.authorizations())));
    }

    private Mount agent(String base, AgentMode mode) {
        return Mount.of(Service.AGENT, base, agentRoutes(mode), new AgentErrors());
    }

    private List<Route> agentRoutes(AgentMode mode) {
        List<Route> routes = new ArrayList<>(new AgentRoutes(core.agents(), mode).routes());
        routes.addAll(new MemoryRoutes(core.memories()).routes());
        routes.addAll(new CollectionRoutes(core.knowledge()).routes());
        routes.addAll(new ApprovalRoutes(core.approvals()).routes());
        routes.addAll(new AgentToolRoutes(core.agents(), mode).routes());
        routes.addAll(new AssistantRoutes(core.assistants(), core.usage()).routes());
        routes.addAll(new EvaluationRoutes(core.evaluations()).routes());
        if (mode == AgentMode.WITH_TASKS) {
            routes.addAll(new AgentTaskRoutes(core.agentTasks()).routes());
        }
        return routes;
    }

    private SystemRoutes system(Map<Service, String> documented) {
        return new SystemRoutes(options.checks, metrics, options.publicKeys, new ApiDocuments(documented));
    }
}
