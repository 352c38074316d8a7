package dev.guildhall.core;

import dev.guildhall.core.agent.AgentService;
import dev.guildhall.core.time.BackgroundTasks;
import dev.guildhall.core.time.Deadline;
import dev.guildhall.core.time.Threads;
import dev.guildhall.core.tool.ImportRound;
import dev.guildhall.core.tool.ToolRegistry;
import dev.guildhall.core.workflow.WorkflowService;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Metric;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.account.Factors;
import dev.guildhall.ports.account.MailedLinks;
import dev.guildhall.ports.admin.Administration;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.apikey.ApiKeys;
import dev.guildhall.ports.approval.Approvals;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.audit.AuditTrail;
import dev.guildhall.ports.authorization.Authorizations;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.completion.PassedRequests;
import dev.guildhall.ports.driving.DrivingPorts;
import dev.guildhall.ports.evaluation.Evaluations;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.file.Files;
import dev.guildhall.ports.group.Groups;
import dev.guildhall.ports.integration.Integrations;
import dev.guildhall.ports.invitation.Invitations;
import dev.guildhall.ports.key.SigningKeys;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.memory.Memories;
import dev.guildhall.ports.model.Models;
import dev.guildhall.ports.oauth.ExternalAccounts;
import dev.guildhall.ports.oauth.ExternalBearer;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.response.StoredResponses;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.Suites;
import dev.guildhall.ports.schedule.Schedules;
import dev.guildhall.ports.session.AccountSecurity;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.settings.Settings;
import dev.guildhall.ports.task.TaskAgents;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.ports.tool.Tools;
import dev.guildhall.ports.trigger.Triggers;
import dev.guildhall.ports.usage.UsageReports;
import dev.guildhall.ports.webchat.WebChats;
import dev.guildhall.ports.webchat.WebSessions;
import dev.guildhall.ports.webhook.Webhooks;
import dev.guildhall.ports.workflow.WorkflowDefinitions;
import dev.guildhall.ports.workflow.Workflows;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * All driving ports of one installation, and the work that it does by itself. Thread-safe as far as the driven ports are.
 */
public final class Core implements DrivingPorts, AutoCloseable {
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(5);

    private final Accounts accounts;
    private final AccountSecurity security;
    private final Profiles profiles;
    private final Groups groups;
    private final OAuthSignIn oauth;
    private final ExternalAccounts externalAccounts;
    private final Authorizations authorizations;
    private final AuditTrail audit;
    private final ApiKeys apiKeys;
    private final Administration administration;
    private final Invitations invitations;
    private final MailedLinks mailedLinks;
    private final Settings settings;
    private final Factors factors;
    private final SigningKeys signingKeys;
    private final Tools tools;
    private final ToolExecutions toolExecutions;
    private final ServerRequests serverRequests;
    private final Integrations integrations;
    private final ImportRound imports;
    private final Completions completions;
    private final Models models;
    private final Assistants assistants;
    private final Schedules schedules;
    private final Triggers triggers;
    private final Evaluations evaluations;
    private final StoredResponses responses;
    private final UsageReports usage;
    private final Embeddings embeddings;
    private final PassedRequests passedRequests;
    private final AgentService agents;
    private final Approvals approvals;
    private final Memories memories;
    private final Tasks tasks;
    private final TaskAgents taskAgents;
    private final TaskWorkers taskWorkers;
    private final Workflows workflows;
    private final WorkflowDefinitions workflowDefinitions;
    private final Webhooks webhooks;
    private final AgentTasks agentTasks;
    private final Runs runs;
    private final Suites suites;
    private final WebSessions webSessions;
    private final WebChats webChats;
    private final Files files;
    private final Knowledge knowledge;
    private final List<Metric> metrics;
    private final WebWiring web;
    private final TaskWiring queue;
    private final BackgroundTasks node;
    private final BackgroundTasks housekeeping;
    private final InstantSource clock;
    private final Threads threads;
    private final ReentrantLock lifecycle = new ReentrantLock();
    private boolean isStarted;
    private boolean isClosed;

    Core(Parts parts) {
        clock = parts.clock();
        threads = new Threads(parts.callersRun);
        Wiring wiring = new Wiring(parts, threads);
        AccountWiring account = wiring.account();
        ToolRegistry registry = wiring.tools();
        queue = wiring.queue();
        web = wiring.web();
        accounts = wiring.accounts;
        security = account.security();
        profiles = wiring.profiles;
        groups = account.groups();
        oauth = wiring.oauth;
        externalAccounts = account.externalAccounts();
        authorizations = account.authorizations();
        audit = account.audit();
        apiKeys = account.apiKeys();
        administration = account.administration();
        invitations = account.invitations();
        mailedLinks = account.mailedLinks();
        settings = account.settings();
        factors = account.factors();
        signingKeys = account.signingKeys();
        tools = registry.tools();
        toolExecutions = registry.executions();
        serverRequests = registry.serverRequests();
        integrations = registry.integrations();
        imports = registry.imports();
        completions = wiring.completions;
        models = wiring.models;
        assistants = wiring.assistants;
        schedules = wiring.schedules();
        triggers = wiring.triggers();
        evaluations = wiring.evaluations;
        responses = wiring.responses;
        usage = wiring.usage;
        embeddings = wiring.embeddings;
        passedRequests = wiring.passedRequests;
        agents = wiring.agents;
        approvals = wiring.approvals();
        memories = wiring.memories();
        tasks = queue.tasks();
        taskAgents = queue.agents();
        taskWorkers = queue.workers();
        WorkflowService workflowService = queue.workflows();
        workflows = workflowService;
        workflowDefinitions = queue.workflowDefinitions(workflowService, parts.schemaValidator);
        webhooks = wiring.webhooks;
        agentTasks = wiring.agentTasks;
        runs = queue.runs();
        suites = queue.suites();
        webSessions = web.sessions();
        webChats = web.chats();
        files = wiring.files;
        knowledge = wiring.knowledge();
        metrics = Stream.concat(queue.stats().metrics().stream(), wiring.completions.metrics().stream())
                .toList();
        node = wiring.node();
        housekeeping = wiring.background();
        threads.onDue(this::runOnce);
    }

    /**
     * A core with in-memory adapters for all driven ports, except for those that the change replaces. It executes no task
     * and does no background work until {@link #start()}.
     */
    public static Core of(UnaryOperator<Parts> change) {
        return change.apply(new Parts()).build();
    }

    /** As {@link #of}, started. */
    public static Core start(UnaryOperator<Parts> change) {
        Core core = of(change);
        core.start();
        return core;
    }

    /**
     * Starts the execution of tasks and the background work: on threads of this core, until {@link #close()}.
     *
     * @throws IllegalStateException when it has been started or closed before, or when its callers run its work
     */
    public void start() {
        lifecycle.lock();
        try {
            if (threads.callersRun()) {
                throw new IllegalStateException("the callers run the work of this core");
            }
            if (isStarted || isClosed) {
                throw new IllegalStateException(isClosed ? "the core has been closed" : "the core has been started");
            }
            isStarted = true;
            housekeeping.start("housekeeping", threads);
            node.start("tasks", threads);
        } finally {
            lifecycle.unlock();
        }
    }

    /**
     * Does on the calling thread what is due, until nothing is: tasks, workflows and periodic work, not test runs. Only for a
     * core whose callers run its work, see {@link Parts#callersRun()}. Has no effect while another thread does it.
     *
     * @throws IllegalStateException when the core has threads of its own
     * @throws Refusal with {@code CommonProblem.Unavailable} when the core has been closed, or a store cannot be reached
     */
    @SuppressWarnings("try") // The work is only held.
    public void runDue() {
        if (!threads.callersRun()) {
            throw new IllegalStateException("the core has threads of its own");
        }
        try (Threads.Work work = threads.begin()) {
            threads.runDue();
        }
    }

    private boolean runOnce() {
        Instant now = clock.instant();
        boolean more = housekeeping.runDue(now);
        return node.runDue(now) || more;
    }

    /** As {@link #close(Duration)}, within 5 s. */
    @Override
    public void close() {
        close(CLOSES_WITHIN);
    }

    /**
     * Ends all work: refuses new work with {@code CommonProblem.Unavailable}, interrupts the answers and calls that are
     * in progress, which are stored as interrupted, and puts running tasks back in the queue. Then no thread of this core
     * is left, except for those of handlers, tools, models and listeners that ignore their interrupt: the log names each.
     * A second call waits for the first. A thread that works in the core, such as that of a handler, does not wait.
     *
     * @param wait how long it waits at most, zero or more; a third of that is for running tasks that end by themselves
     */
    public void close(Duration wait) {
        if (wait.isNegative()) {
            throw new IllegalArgumentException("wait: must not be negative");
        }
        if (threads.hasCurrent()) {
            Thread.ofVirtual().name("core-close").start(() -> closeNow(wait));
        } else {
            closeNow(wait);
        }
    }

    private void closeNow(Duration wait) {
        Deadline deadline = Deadline.in(wait);
        lifecycle.lock();
        try {
            if (!isClosed) {
                isClosed = true;
                end(wait, deadline);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lifecycle.unlock();
        }
    }

    private void end(Duration wait, Deadline deadline) throws InterruptedException {
        threads.refuse();
        queue.setGrace(wait.dividedBy(3));
        Deadline inOrder = Deadline.in(wait.multipliedBy(4).dividedBy(5));
        node.stop(inOrder);
        threads.awaitCallers(inOrder);
        housekeeping.stop(inOrder);
        threads.end(deadline);
    }

    /**
     * The account of one of the embedding program's own users, as a caller with the role of a user. The first call
     * creates the account; it has no password.
     *
     * @param issuer the program or its directory of users, 1 to 500 characters
     * @param subject the user's name there, never used again for another, 1 to 255 characters
     */
    public Caller.User user(String issuer, String subject) {
        IdentityKey key = new IdentityKey(issuer, subject);
        SessionId session = new SessionId(
                SessionId.EXTERNAL + Sha256.of(issuer + "\n" + subject).value());
        ExternalIdentity identity = new ExternalIdentity(key, Optional.empty(), false, Optional.empty());
        return externalAccounts.authenticate(
                Caller.anonymous(), new ExternalBearer(session, identity, false, Instant.MAX));
    }

    @Override
    public int runningAnswers() {
        return web.runningAnswers() + agents.runningApproved();
    }

    @Override
    public void refuseApprovedAnswers() {
        agents.refuseApproved();
    }

    @Override
    public void giveUpAnswers() {
        web.giveUpAnswers();
    }

    @Override
    public Accounts accounts() {
        return accounts;
    }

    @Override
    public AccountSecurity security() {
        return security;
    }

    @Override
    public Profiles profiles() {
        return profiles;
    }

    @Override
    public Groups groups() {
        return groups;
    }

    @Override
    public OAuthSignIn oauth() {
        return oauth;
    }

    @Override
    public ExternalAccounts externalAccounts() {
        return externalAccounts;
    }

    @Override
    public Authorizations authorizations() {
        return authorizations;
    }

    @Override
    public AuditTrail audit() {
        return audit;
    }

    @Override
    public ApiKeys apiKeys() {
        return apiKeys;
    }

    @Override
    public Administration administration() {
        return administration;
    }

    @Override
    public Invitations invitations() {
        return invitations;
    }

    @Override
    public MailedLinks mailedLinks() {
        return mailedLinks;
    }

    @Override
    public Factors factors() {
        return factors;
    }

    @Override
    public Settings settings() {
        return settings;
    }

    @Override
    public SigningKeys signingKeys() {
        return signingKeys;
    }

    @Override
    public Tools tools() {
        return tools;
    }

    @Override
    public ToolExecutions toolExecutions() {
        return toolExecutions;
    }

    @Override
    public ServerRequests serverRequests() {
        return serverRequests;
    }

    @Override
    public Integrations integrations() {
        return integrations;
    }

    /**
     * Asks all integrations for their tools, and blocks until they have responded. A core does it by itself when it is
     * built, and then periodically. An integration that does not respond keeps its known tools.
     */
    public void importTools() {
        imports.local();
        imports.remote();
    }

    @Override
    public Completions completions() {
        return completions;
    }

    @Override
    public Triggers triggers() {
        return triggers;
    }

    @Override
    public Schedules schedules() {
        return schedules;
    }

    @Override
    public Evaluations evaluations() {
        return evaluations;
    }

    @Override
    public Assistants assistants() {
        return assistants;
    }

    @Override
    public Models models() {
        return models;
    }

    @Override
    public StoredResponses responses() {
        return responses;
    }

    @Override
    public UsageReports usage() {
        return usage;
    }

    @Override
    public Embeddings embeddings() {
        return embeddings;
    }

    @Override
    public PassedRequests passedRequests() {
        return passedRequests;
    }

    @Override
    public Agents agents() {
        return agents;
    }

    @Override
    public Approvals approvals() {
        return approvals;
    }

    @Override
    public Memories memories() {
        return memories;
    }

    @Override
    public Tasks tasks() {
        return tasks;
    }

    @Override
    public TaskAgents taskAgents() {
        return taskAgents;
    }

    @Override
    public TaskWorkers taskWorkers() {
        return taskWorkers;
    }

    @Override
    public WorkflowDefinitions workflowDefinitions() {
        return workflowDefinitions;
    }

    @Override
    public Workflows workflows() {
        return workflows;
    }

    @Override
    public Webhooks webhooks() {
        return webhooks;
    }

    @Override
    public AgentTasks agentTasks() {
        return agentTasks;
    }

    @Override
    public Runs runs() {
        return runs;
    }

    @Override
    public Suites suites() {
        return suites;
    }

    @Override
    public WebSessions webSessions() {
        return webSessions;
    }

    @Override
    public WebChats webChats() {
        return webChats;
    }

    @Override
    public Files files() {
        return files;
    }

    @Override
    public Knowledge knowledge() {
        return knowledge;
    }

    @Override
    public List<Metric> metrics() {
        return metrics;
    }
}
