package dev.guildhall.core.workflow;

import dev.guildhall.core.idempotency.Idempotency;
import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.task.TaskTools;
import dev.guildhall.core.task.TaskTypeRules;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Backoff;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.Workflows;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts, shows and cancels workflows. */
public final class WorkflowService implements Workflows {
    private static final String OPERATION = "workflow.start";
    private static final Backoff LOOKS = Backoff.doubling(Duration.ofMillis(10), Duration.ofMillis(500));

    private final InstantSource clock;
    private final Ticker ticker;
    private final Threads threads;
    private final IdSource ids;
    private final Stores stores;
    private final WorkflowProgress progress;
    private final Permissions permissions;
    private final TaskTypeRules types;
    private final WorkflowReader reader;
    private final Idempotency once;

    public WorkflowService(
            InstantSource clock,
            Ticker ticker,
            Threads threads,
            IdSource ids,
            Stores stores,
            WorkflowProgress progress,
            Permissions permissions,
            TaskTypeRules types) {
        this.types = types;
        this.clock = clock;
        this.ticker = ticker;
        this.threads = threads;
        this.ids = ids;
        this.stores = stores;
        this.progress = progress;
        this.permissions = permissions;
        this.reader = new WorkflowReader(stores, progress, permissions, Workflow.Kind.WORKFLOW);
        this.once = new Idempotency(clock, stores);
    }

    @Override
    public Started start(Caller caller, String name, List<StepSpec> steps, Optional<IdempotencyKey> key) {
        Caller.User user = caller.requireUser();
        String line = Text.requireName("name", name, 1, MAX_NAME);
        StepRules.require(steps);
        steps.forEach(step -> types.requireKnown(step.taskType()));
        WorkflowId id = new WorkflowId(ids.next("wf"));
        Workflow wanted = new Workflow(
                id,
                user.userId(),
                Actor.of(user),
                new Workflow.About(Workflow.Kind.WORKFLOW, line, "", Optional.empty()),
                WorkflowStatus.RUNNING,
                steps.stream()
                        .map(step -> WorkflowStep.pending(restricted(user, step)))
                        .toList(),
                clock.instant(),
                Optional.of(clock.instant()),
                Optional.empty());
        return key.map(given -> once.run(
                        new IdempotencyStore.Entry(
                                new IdempotencyStore.Key(user.userId(), OPERATION, given),
                                digest(line, steps, user.work().asksApproval()),
                                id.value()),
                        () -> started(user, wanted),
                        first -> new Started(asStarted(reader.find(user, new WorkflowId(first))), true)))
                .orElseGet(() -> stores.transactions().inTransaction(() -> started(user, wanted)));
    }

    @Override
    public Started startAsking(Caller caller, String name, List<StepSpec> steps, Optional<IdempotencyKey> key) {
        Caller.User user = caller.requireUser();
        return start(user.in(new Caller.Work(user.work().chatId(), true)), name, steps, key);
    }

    @Override
    public Workflow await(Caller caller, WorkflowId id) {
        threads.runDue();
        Workflow workflow = find(caller, id);
        try {
            for (int looks = 1; !workflow.status().isFinal(); looks++) {
                ticker.pause(LOOKS.after(looks));
                threads.runDue();
                workflow = find(caller, id);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
        return workflow;
    }

    private static StepSpec restricted(Caller.User creator, StepSpec step) {
        List<String> tools = TaskTools.restricted(creator, step.taskType(), step.input(), step.tools());
        return new StepSpec(step.name(), step.description(), step.taskType(), tools, step.input(), step.dependsOn());
    }

    /** The digest of a request, which detects another request with the same key. */
    private static String digest(String name, List<StepSpec> steps, boolean asks) {
        Map<String, Object> parts = new HashMap<>(Map.of(
                "name",
                name,
                "steps",
                steps.stream()
                        .map(step -> Map.of(
                                "name", step.name(),
                                "taskType", step.taskType().value(),
                                "tools", step.tools(),
                                "input", step.input(),
                                "dependsOn", step.dependsOn()))
                        .toList()));
        if (asks) {
            parts.put("approvals", "ask");
        }
        return JsonDigest.of(parts);
    }

    private static Workflow asStarted(Workflow workflow) {
        return new Workflow(
                workflow.id(),
                workflow.owner(),
                workflow.actor(),
                workflow.about(),
                WorkflowStatus.RUNNING,
                workflow.steps().stream().map(WorkflowService::asStarted).toList(),
                workflow.createdAt(),
                workflow.startedAt(),
                Optional.empty());
    }

    private static WorkflowStep asStarted(WorkflowStep step) {
        return step.spec().dependsOn().isEmpty()
                ? new WorkflowStep(
                        step.spec(),
                        StepStatus.RUNNING,
                        step.taskId(),
                        step.task().map(Task::asKept))
                : WorkflowStep.pending(step.spec());
    }

    private Started started(Caller.User user, Workflow wanted) {
        if (!stores.workflows().add(wanted)) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        if (user.work().asksApproval()) {
            stores.approvals()
                    .askFor(wanted.id().value(), wanted.owner(), user.work().chatId(), clock.instant());
        }
        return new Started(progress.start(wanted), false);
    }

    @Override
    public Workflow find(Caller caller, WorkflowId id) {
        return reader.find(caller.requireUser(), id);
    }

    @Override
    public Page<Workflow> list(
            Caller caller, Optional<UserId> owner, Optional<WorkflowStatus> status, PageRequest page) {
        Optional<UserId> listed = permissions.listed(caller.requireUser(), owner);
        return stores.workflows().list(Workflow.Kind.WORKFLOW, listed, status, page);
    }

    @Override
    public Workflow cancel(Caller caller, WorkflowId id) {
        return reader.cancel(caller.requireUser(), id);
    }
}
