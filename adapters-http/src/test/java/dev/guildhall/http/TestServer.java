package dev.guildhall.http;

import dev.guildhall.core.Core;
import dev.guildhall.core.Parts;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.defaults.SystemTime;
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
import dev.guildhall.http.limit.BucketRateLimiter;
import dev.guildhall.http.limit.ClientAddress;
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
import dev.guildhall.http.passkey.WebAuthnPasskeys;
import dev.guildhall.http.run.FileRoutes;
import dev.guildhall.http.run.LinkSigner;
import dev.guildhall.http.run.RunErrors;
import dev.guildhall.http.run.RunRoutes;
import dev.guildhall.http.run.ScreenshotRoutes;
import dev.guildhall.http.run.SuiteRoutes;
import dev.guildhall.http.schedule.ScheduleRoutes;
import dev.guildhall.http.schedule.StartBodies;
import dev.guildhall.http.schedule.TriggerRoutes;
import dev.guildhall.http.server.Server;
import dev.guildhall.http.server.ServerLimits;
import dev.guildhall.http.system.ApiDocuments;
import dev.guildhall.http.system.Metrics;
import dev.guildhall.http.system.SystemErrors;
import dev.guildhall.http.system.SystemRoutes;
import dev.guildhall.http.token.JwtAccessTokens;
import dev.guildhall.http.token.LentKeys;
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
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.ReadinessCheck;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.oauth.ExternalAccounts;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.testkit.PlainCron;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The real server on a free port, over a core in memory, with a model and tools that the test provides. */
public final class TestServer implements AutoCloseable {
    public static final String ISSUER = "http://guildhall.test";
    public static final String REPORTS = "http://reports.localhost";
    public static final String ALLOWED_ORIGIN = "https://app.example";
    public static final AuthorizationAddresses ADDRESSES = new AuthorizationAddresses(Optional.of(ISSUER));
    public static final String AUDIENCE = "guildhall";
    public static final String ADMIN = "admin@example.org";
    public static final Map<Service, String> BASES = Arrays.stream(Service.values())
            .collect(Collectors.toMap(Function.identity(), TestServer::base, (one, other) -> one, TreeMap::new));

    /** A test's clients keep idle connections open: its server does not wait for them. */
    public static final ServerLimits LIMITS = Sample.with(
            ServerLimits.DEFAULT, "stop", new ServerLimits.Stop(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(10)));

    private static final int REQUESTS = 200_000;
    public static final int SIGN_INS = 40;

    private static final int CHEAP = 1;

    /** The pages are the same for every server; reading them takes a tenth of the time that a server needs to start. */
    private static final PageRoutes PAGES = new PageRoutes();

    private static String base(Service service) {
        return switch (service) {
            case ACCOUNT, TOOLS, RUNS, ORCHESTRATION -> "/api/v1";
            case COMPLETION -> "/completion";
            case AGENT -> "/agent";
            case CHAT -> "";
        };
    }

    private final Core core;
    private final List<Mount> mounts;
    private final List<Mount> frontEnd;
    private final Server server;

    private TestServer(Core core, List<Mount> mounts, List<Mount> frontEnd, Server server) {
        this.core = core;
        this.mounts = mounts;
        this.frontEnd = frontEnd;
        this.server = server;
        core.start();
    }

    public static TestServer start() {
        return start(ScriptedChatModel.echo());
    }

    public static TestServer start(ChatModel model) {
        return start(parts -> parts.chatModel(model));
    }

    public static TestServer start(UnaryOperator<Parts> change) {
        return start(change, List.of());
    }

    public static TestServer start(UnaryOperator<Parts> change, List<Route> extra) {
        return start(change, List.of(), extra);
    }

    public static TestServer start(UnaryOperator<Parts> change, List<ReadinessCheck> checks, List<Route> extra) {
        return start(change, checks, extra, LIMITS);
    }

    public static TestServer start(
            UnaryOperator<Parts> change, List<ReadinessCheck> checks, List<Route> extra, ServerLimits limits) {
        return start(change, checks, extra, limits, core -> mount -> mount);
    }

    /** A server whose completion service also accepts another issuer's tokens. */
    public static TestServer startTaking(ExternalTokens tokens) {
        return start(
                parts -> parts,
                List.of(),
                List.of(),
                LIMITS,
                core -> mount ->
                        mount.service().equals(Optional.of(Service.COMPLETION)) ? mount.takingToo(tokens) : mount);
    }

    /** A server all of whose services also accept another issuer's tokens, made of the accounts of this server. */
    public static TestServer startProvisioning(Function<ExternalAccounts, ExternalTokens> tokens) {
        return start(parts -> parts, List.of(), List.of(), LIMITS, core -> {
            ExternalTokens other = tokens.apply(core.externalAccounts());
            return mount -> mount.takingToo(other);
        });
    }

    /** A server without a public address: its OAuth clients get the address that their requests name. */
    public static TestServer startAnyAddress(UnaryOperator<Parts> change) {
        AuthorizationAddresses addresses = new AuthorizationAddresses(Optional.empty());
        return start(change, List.of(), List.of(), LIMITS, core -> mount -> mount, addresses, REQUESTS);
    }

    /** A server that refuses requests after so many. */
    static TestServer startLimiting(int requests, UnaryOperator<Parts> change) {
        return start(change, List.of(), List.of(), LIMITS, core -> mount -> mount, ADDRESSES, requests);
    }

    private static TestServer start(
            UnaryOperator<Parts> change,
            List<ReadinessCheck> checks,
            List<Route> extra,
            ServerLimits limits,
            Function<Core, UnaryOperator<Mount>> mounting) {
        return start(change, checks, extra, limits, mounting, ADDRESSES, REQUESTS);
    }

    private static TestServer start(
            UnaryOperator<Parts> change,
            List<ReadinessCheck> checks,
            List<Route> extra,
            ServerLimits limits,
            Function<Core, UnaryOperator<Mount>> mounting,
            AuthorizationAddresses addresses,
            int requests) {
        Parts parts = change.apply(new Parts()
                .startReader(new StartBodies())
                .cronParser(new PlainCron())
                .passwordHasher(new Pbkdf2PasswordHasher(SystemTime.SECRETS, CHEAP))
                .signingKeyMaker(new LentKeys())
                .passkeys(new WebAuthnPasskeys())
                .unknownTaskTypes(UnknownTaskTypes.AGENT)
                .chatModel(ScriptedChatModel.echo())
                .adminEmails(Set.of(new Email(ADMIN))));
        JwtAccessTokens tokens = new JwtAccessTokens(
                parts.signingKeySource(), new JwtAccessTokens.IssuerIdentity(ISSUER, true, AUDIENCE), parts.clock());
        Metrics metrics = new Metrics(Set.of(), "1.2.3");
        Core core = parts.accessTokens(tokens).meter(metrics.calls()).build();
        SystemRoutes system = new SystemRoutes(checks, metrics, tokens::publicKeys, new ApiDocuments(BASES));
        List<Mount> all = new ArrayList<>(mounts(core, parts.clock(), system, extra, addresses));
        List<Route> openAi = openAiRoutes(core, parts.clock());
        all.add(Mount.of(Service.COMPLETION, "/completion" + OpenAiRoutes.PATH, openAi, new OpenAiErrors()));
        all.add(Mount.of(
                Service.AGENT,
                "/agent" + AssistantCompletionRoutes.PATH,
                assistantRoutes(core, parts.clock()),
                new OpenAiErrors()));
        all.add(Mount.of(
                Service.COMPLETION,
                "/completion" + AnthropicRoutes.PATH,
                new AnthropicRoutes(core.completions()).routes(),
                new AnthropicErrors()));
        all.add(Mount.of(
                Service.COMPLETION,
                "/completion" + GeminiRoutes.PATH,
                new GeminiRoutes(core.completions()).routes(),
                new GeminiErrors()));
        List<Mount> mounts = all.stream().map(mounting.apply(core)).toList();
        List<Mount> frontEnd = frontEnd(core, all, addresses);
        Listener listener = new Listener(
                "127.0.0.1",
                0,
                Stream.concat(mounts.stream(), frontEnd.stream()).toList());
        Server server = Server.start(
                List.of(listener),
                guard(core, parts, requests),
                metrics.requestLog(),
                limits,
                new Server.BackgroundReplies(core::runningAnswers, core::refuseApprovedAnswers, core::giveUpAnswers));
        return new TestServer(core, mounts, frontEnd, server);
    }

    /** Limits that only the tests about them reach. */
    private static Guard guard(Core core, Parts parts, int requests) {
        CallerResolver callers = new CallerResolver(
                core.accounts(),
                core.factors(),
                new ClientAddress(List.of()),
                new BrowserSessions(core.webSessions(), PublicAddress.fixed(ISSUER)));
        RateLimits limits =
                new RateLimits(new BucketRateLimiter(parts.clock()), new RateLimit(requests), new RateLimit(SIGN_INS));
        return new Guard(
                callers,
                limits,
                new AllowedHosts(List.of("x", "guildhall.test"), Optional.of("reports.localhost")),
                new CrossOriginProtection(PublicAddress.fixed(ISSUER), List.of(ALLOWED_ORIGIN)));
    }

    private static List<Mount> mounts(
            Core core, InstantSource clock, SystemRoutes system, List<Route> extra, AuthorizationAddresses addresses) {
        List<Route> root = new ArrayList<>(system.routes());
        root.addAll(extra);
        return List.of(
                new Mount(Optional.empty(), "", root, new SystemErrors()),
                Mount.of(Service.ACCOUNT, "/api/v1", accountRoutes(core), new AccountErrors()),
                Mount.of(Service.TOOLS, "/api/v1", toolRoutes(core), new ToolErrors()),
                Mount.of(Service.COMPLETION, "/completion", completionRoutes(core), new CompletionErrors()),
                Mount.of(Service.AGENT, "/agent", agentRoutes(core, AgentMode.WITH_TASKS), new AgentErrors()),
                Mount.of(Service.AGENT, "/agent-v0.1", agentRoutes(core, AgentMode.WITHOUT_TASKS), new AgentErrors()),
                Mount.of(Service.RUNS, "/api/v1", runRoutes(core, clock), new RunErrors()),
                Mount.of(Service.ORCHESTRATION, "/api/v1", orchestrationRoutes(core), new OrchestrationErrors()),
                Mount.of(
                        Service.ACCOUNT,
                        MetadataRoutes.PATH,
                        new MetadataRoutes(addresses).routes(),
                        new SystemErrors()),
                Mount.of(Service.ACCOUNT, ClientRoutes.PATH, clientRoutes(core, clock, addresses), new ClientErrors()),
                Mount.of(Service.TOOLS, McpRoutes.PATH, mcpRoutes(core, clock), new McpErrors(addresses))
                        .takingToo(new ClientTokens(core.authorizations())));
    }

    /** The chat front-end, its pages, and the routes that they use: the bearers' routes again for browser sessions. */
    private static List<Mount> frontEnd(Core core, List<Mount> mounts, AuthorizationAddresses addresses) {
        List<Mount> all = new ArrayList<>(mounts.stream()
                .filter(mount -> mount.service().isPresent()
                        && !Set.of("/agent-v0.1", McpRoutes.PATH).contains(mount.base()))
                .map(mount -> new Mount(mount.service(), "/web" + mount.base(), mount.routes(), mount.errors()))
                .map(Mount::forBrowsers)
                .toList());
        all.add(Mount.of(Service.CHAT, "", chatRoutes(core, addresses), new WebChatErrors()));
        all.add(Mount.ofPages(PAGES.routes(), PAGES::unknown, new SystemErrors()));
        return all;
    }

    static List<Route> chatRoutes(Core core, AuthorizationAddresses addresses) {
        BrowserSessions browsers = new BrowserSessions(core.webSessions(), PublicAddress.fixed(ISSUER));
        List<Route> routes = new ArrayList<>(new WebSessionRoutes(core.accounts(), browsers).routes());
        routes.addAll(new WebOAuthRoutes(
                        core.oauth(), core.administration(), core.accounts(), core.settings(), browsers, () -> ISSUER)
                .routes());
        routes.addAll(new ConsentRoutes(core.authorizations(), addresses).routes());
        routes.addAll(new WebChatRoutes(core.webChats()).routes());
        routes.addAll(new TaskProxyRoutes(core.webChats()).routes());
        routes.addAll(new StoredFileRoutes(core.files()).routes());
        return routes;
    }

    static List<Route> accountRoutes(Core core) {
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

    static List<Route> clientRoutes(Core core, InstantSource clock, AuthorizationAddresses addresses) {
        return new ClientRoutes(core.authorizations(), addresses, clock).routes();
    }

    static List<Route> toolRoutes(Core core) {
        List<Route> routes = new ArrayList<>(new ToolRoutes(core.tools()).routes());
        routes.addAll(new ExecutionRoutes(core.toolExecutions()).routes());
        routes.addAll(new IntegrationRoutes(
                        core.integrations(),
                        new BrowserSessions(core.webSessions(), PublicAddress.fixed(ISSUER)),
                        () -> ISSUER,
                        () -> ISSUER)
                .routes());
        return routes;
    }

    static List<Route> completionRoutes(Core core) {
        List<Route> routes = new ArrayList<>(new CompletionRoutes(core.completions()).routes());
        routes.addAll(new UsageRoutes(core.usage()).routes());
        return routes;
    }

    static List<Route> assistantRoutes(Core core, InstantSource clock) {
        return new AssistantCompletionRoutes(core.agents(), core.assistants(), clock).routes();
    }

    static List<Route> openAiRoutes(Core core, InstantSource clock) {
        List<Route> routes = new ArrayList<>(
                new OpenAiRoutes(core.completions(), core.embeddings(), core.passedRequests(), clock).routes());
        routes.addAll(new ResponseRoutes(core.completions(), core.responses(), clock, false).routes());
        return routes;
    }

    static List<Route> agentRoutes(Core core, AgentMode mode) {
        List<Route> routes = new ArrayList<>(new AgentRoutes(core.agents(), mode).routes());
        routes.addAll(new MemoryRoutes(core.memories()).routes());
        routes.addAll(new CollectionRoutes(core.knowledge()).routes());
        routes.addAll(new AgentToolRoutes(core.agents(), mode).routes());
        routes.addAll(new AssistantRoutes(core.assistants(), core.usage()).routes());
        routes.addAll(new EvaluationRoutes(core.evaluations()).routes());
        routes.addAll(new ApprovalRoutes(core.approvals()).routes());
        if (mode == AgentMode.WITH_TASKS) {
            routes.addAll(new AgentTaskRoutes(core.agentTasks()).routes());
        }
        return routes;
    }

    static List<Route> runRoutes(Core core, InstantSource clock) {
        Supplier<String> address = () -> ISSUER + "/api/v1";
        List<Route> routes = new ArrayList<>(new RunRoutes(core.runs(), address).routes());
        routes.addAll(new ScreenshotRoutes(core.runs(), address).routes());
        routes.addAll(new FileRoutes(
                        core.runs(),
                        address,
                        () -> Optional.of(REPORTS + "/api/v1"),
                        new LinkSigner(new byte[LinkSigner.KEY_BYTES], clock, core.accounts()))
                .routes());
        routes.addAll(new SuiteRoutes(core.suites(), address).routes());
        return routes;
    }

    static List<Route> orchestrationRoutes(Core core) {
        List<Route> routes = new ArrayList<>(new TaskRoutes(core.tasks()).routes());
        routes.addAll(new TaskApprovalRoutes(core.approvals()).routes());
        routes.addAll(new WorkerRoutes(core.taskWorkers()).routes());
        routes.addAll(new TaskAgentRoutes(core.taskAgents()).routes());
        routes.addAll(new WorkflowRoutes(core.workflows()).routes());
        routes.addAll(new ScheduleRoutes(core.schedules()).routes());
        routes.addAll(new TriggerRoutes(core.triggers(), () -> ISSUER + "/api/v1").routes());
        routes.addAll(new WorkflowDefinitionRoutes(core.workflowDefinitions()).routes());
        routes.addAll(new WebhookRoutes(core.webhooks()).routes());
        return routes;
    }

    static List<Route> mcpRoutes(Core core, InstantSource clock) {
        return new McpRoutes(core, new byte[LinkSigner.KEY_BYTES], clock, McpMeter.none()).routes();
    }

    public Core core() {
        return core;
    }

    /** The routes for bearers of access tokens, and the public ones. */
    List<Mount> mounts() {
        return mounts;
    }

    /** The routes for browsers. */
    public List<Mount> frontEnd() {
        return frontEnd;
    }

    public Guard guard() {
        return guard(core, new Parts(), REQUESTS);
    }

    public Client client() {
        return new Client(port());
    }

    public int port() {
        return server.ports().getFirst();
    }

    @Override
    public void close() {
        server.close();
        stopTaskNode();
    }

    /** Stops the execution of tasks and the handling of their ends. */
    public void stopTaskNode() {
        core.close();
    }
}
