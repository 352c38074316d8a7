package dev.guildhall.core.agenttask;

import dev.guildhall.core.idempotency.Idempotency;
import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.workflow.WorkflowProgress;
import dev.guildhall.core.workflow.WorkflowReader;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.agenttask.AgentTaskRequest;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Creates, starts, shows and cancels tasks of the agent service. */
public final class AgentTaskService implements AgentTasks {
    private static final String OPERATION = "agent_task.create";

    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final WorkflowProgress progress;
    private final WorkflowReader reader;
    private final Permissions permissions;
    private final StepPlanner planner;
    private final Idempotency once;
    private final Function<Caller.User, List<String>> tools;

    public record Engine(
            InstantSource clock, IdSource ids, Stores stores, WorkflowProgress progress, Permissions permissions) {}

    /** A function gives the tools that the agents of a user's steps may use. */
    public AgentTaskService(
            Engine engine, Completions completions, Function<Caller.User, List<String>> tools, AgentTaskLimits limits) {
        this.clock = engine.clock();
        this.ids = engine.ids();
        this.stores = engine.stores();
        this.progress = engine.progress();
        this.permissions = engine.permissions();
        this.reader = new WorkflowReader(stores, progress, permissions, Workflow.Kind.AGENT_TASK);
        this.planner = new StepPlanner(completions, limits.plan());
        this.tools = tools;
        this.once = new Idempotency(clock, stores);
    }

    @Override
    public Workflow create(Caller caller, AgentTaskRequest request, Optional<IdempotencyKey> key) {
        Caller.User user = caller.requireUser();
        permissions.requireSelf(user, request.userId());
        String title = Text.requireName("title", request.title(), 1, AgentTaskRequest.MAX_TITLE);
        AgentSteps.requireDescription("description", request.description());
        List<AgentTaskRequest.Step> asked = AgentSteps.required(request.steps());
        Actor actor = Actor.of(user, profileOf(user, request.userId()));
        List<AgentTaskRequest.Step> steps = asked.isEmpty() ? planner.plan(user, title, request.description()) : asked;
        List<StepSpec> specs = AgentSteps.specs(steps, tools.apply(user));
        Workflow task = new Workflow(
                new WorkflowId(ids.next("task")),
                request.userId(),
                actor,
                new Workflow.About(Workflow.Kind.AGENT_TASK, title, request.description(), request.chatId()),
                WorkflowStatus.PENDING,
                specs.stream().map(WorkflowStep::pending).toList(),
                clock.instant(),
                Optional.empty(),
                Optional.empty());
        return key.map(given -> once.run(
                        new IdempotencyStore.Entry(
                                new IdempotencyStore.Key(user.userId(), OPERATION, given),
                                digest(request),
                                task.id().value()),
                        () -> kept(user, task),
                        first -> reader.find(user, new WorkflowId(first))))
                .orElseGet(() -> stores.transactions().inTransaction(() -> kept(user, task)));
    }

    private Workflow kept(Caller.User user, Workflow task) {
        if (!stores.workflows().add(task)) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        if (user.work().asksApproval()) {
            stores.approvals()
                    .askFor(task.id().value(), task.owner(), user.work().chatId(), clock.instant());
        }
        return reader.find(user, task.id());
    }

    /** A digest of the request, not of the plan: a plan may differ from one request to the next. */
    private static String digest(AgentTaskRequest request) {
        return JsonDigest.of(Map.of(
                "userId", request.userId().value(),
                "title", request.title(),
                "description", request.description(),
                "chatId", request.chatId().map(ChatId::value).orElse(""),
                "steps",
                        request.steps().stream()
                                .map(step -> Map.of(
                                        "title", step.title(),
                                        "description", step.description(),
                                        "dependencies", step.dependencies()))
                                .toList()));
    }

    private ProfileId profileOf(Caller.User user, UserId owner) {
        return user.userId().equals(owner)
                ? user.profileId()
                : stores.accounts()
                        .find(owner)
                        .map(Account::activeProfileId)
                        .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("user")));
    }

    @Override
    public Workflow find(Caller caller, WorkflowId id) {
        return reader.find(caller.requireUser(), id);
    }

    @Override
    public Page<Workflow> list(Caller caller, UserId userId, Optional<WorkflowStatus> status, PageRequest page) {
        permissions.requireSelf(caller.requireUser(), userId);
        return stores.workflows().list(Workflow.Kind.AGENT_TASK, Optional.of(userId), status, page);
    }

    @Override
    public Workflow execute(Caller caller, WorkflowId id) {
        Caller.User user = caller.requireUser();
        return stores.transactions().inTransaction(() -> {
            Workflow task = reader.lock(user, id);
            return switch (task.status()) {
                case PENDING -> progress.start(task);
                case RUNNING -> reader.find(user, id);
                case COMPLETED, FAILED, CANCELLED ->
                    throw new Refusal(new CommonProblem.Conflict("the task has ended"));
            };
        });
    }

    @Override
    public Workflow cancel(Caller caller, WorkflowId id) {
        return reader.cancel(caller.requireUser(), id);
    }
}
