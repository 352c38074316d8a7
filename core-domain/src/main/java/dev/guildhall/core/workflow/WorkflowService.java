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
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowEvent;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.Workflows;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Starts, shows and cancels workflows. */
public final class WorkflowService implements Workflows {
    private static final String OPERATION = "workflow.start";
    private static final String RETRY_OPERATION = "workflow.retry";

    /** How many steps began at the start, in the answer that a repeated request gets. */
    private static final String BEGUN = "begun";

    private static final int EVENTS_AT_ONCE = 500;
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
        requireSteps(steps, Set.of());
        return start(
                user,
                line,
                () -> steps,
                key.map(given -> new Keyed(
                        OPERATION, given, digest(line, steps, user.work().asksApproval()))));
    }

    /** Refuses steps that no workflow can have; references may name what is given beside steps. */
    void requireSteps(List<StepSpec> steps, Set<String> given) {
        StepRules.require(steps, given);
        steps.forEach(step -> types.requireKnown(step.taskType()));
    }

    /** The key of a request, with the digest that detects another request with that key. */
    record Keyed(String operation, IdempotencyKey key, String digest) {}

    /** Starts a workflow, once for each key; the steps are not asked for when an earlier request has started it. */
    Started start(Caller.User user, String name, Supplier<List<StepSpec>> steps, Optional<Keyed> key) {
        WorkflowId id = new WorkflowId(ids.next("wf"));
        Supplier<Workflow> wanted = () -> wanted(
                user,
                id,
                name,
                steps.get().stream()
                        .map(step -> WorkflowStep.pending(restricted(user, step)))
                        .toList(),
                Optional.empty());
        return key.map(given -> startOnce(user, id, wanted, given))
                .orElseGet(() ->
                        stores.transactions().inTransaction(() -> new Started(started(user, wanted.get()), false)));
    }

    private Started startOnce(Caller.User user, WorkflowId id, Supplier<Workflow> wanted, Keyed keyed) {
        IdempotencyStore.Key key = new IdempotencyStore.Key(user.userId(), keyed.operation(), keyed.key());
        return once.begin(
                new IdempotencyStore.Entry(key, keyed.digest(), id.value()),
                () -> {
                    Workflow started = started(user, wanted.get());
                    once.answer(key, id.value(), Map.of(BEGUN, begun(started)));
                    return new Started(started, false);
                },
                first -> new Started(
                        asStarted(
                                reader.find(user, new WorkflowId(first.reference())),
                                first.answer().get(BEGUN) instanceof Number begun ? begun.longValue() : Long.MAX_VALUE),
                        true),
                reference -> {
                    throw Idempotency.unanswered();
                });
    }

    private static long begun(Workflow started) {
        return started.steps().stream()
                .filter(step -> step.taskId().isPresent())
                .count();
    }

    private Workflow wanted(
            Caller.User user, WorkflowId id, String name, List<WorkflowStep> steps, Optional<WorkflowId> retriedFrom) {
        return new Workflow(
                id,
                user.userId(),
                Actor.of(user),
                new Workflow.About(Workflow.Kind.WORKFLOW, name, "", Optional.empty()),
                WorkflowStatus.RUNNING,
                steps,
                clock.instant(),
                Optional.of(clock.instant()),
                Optional.empty(),
                retriedFrom);
    }

    @Override
    public Started retry(Caller caller, WorkflowId id, Optional<String> from, Optional<IdempotencyKey> key) {
        Caller.User user = caller.requireUser();
        WorkflowId again = new WorkflowId(ids.next("wf"));
        return key.map(given -> retryOnce(user, id, from, again, given))
                .orElseGet(() -> stores.transactions()
                        .inTransaction(() -> new Started(startedAgain(user, id, from, again), false)));
    }

    private Started retryOnce(
            Caller.User user, WorkflowId id, Optional<String> from, WorkflowId again, IdempotencyKey key) {
        reader.status(user, id);
        String digest = JsonDigest.of(
                Map.of("id", id.value(), "from", from.map(List::of).orElse(List.of())));
        return once.run(
                new IdempotencyStore.Entry(
                        new IdempotencyStore.Key(user.userId(), RETRY_OPERATION, key), digest, again.value()),
                () -> new Started(startedAgain(user, id, from, again), false),
                first -> new Started(reader.find(user, new WorkflowId(first)), true));
    }

    /** Part of the open transaction. */
    private Workflow startedAgain(Caller.User user, WorkflowId id, Optional<String> from, WorkflowId newId) {
        Workflow old = reader.lock(user, id);
        if (!old.status().isFinal()) {
            throw new Refusal(new CommonProblem.Conflict("the workflow has not ended"));
        }
        BitSet again = WorkflowLifecycle.again(old.steps(), from);
        List<WorkflowStep> steps = new ArrayList<>(old.steps().size());
        for (WorkflowStep step : old.steps()) {
            steps.add(again.get(steps.size()) ? again(user, step) : takenOver(step));
        }
        Workflow wanted = wanted(user, newId, old.about().name(), steps, Optional.of(old.id()));
        return started(asksAsBefore(old) ? user.in(new Caller.Work(user.work().chatId(), true)) : user, wanted);
    }

    private boolean asksAsBefore(Workflow old) {
        String id = old.id().value();
        return stores.approvals().askingFor(new TaskId(id), Optional.of(id)).asksApproval();
    }

    private WorkflowStep again(Caller.User user, WorkflowStep step) {
        types.requireKnown(step.spec().taskType());
        return WorkflowStep.pending(restricted(user, step.spec()));
    }

    private static WorkflowStep takenOver(WorkflowStep step) {
        return new WorkflowStep(step.spec(), StepStatus.COMPLETED, Optional.empty(), Optional.empty());
    }

    @Override
    public void watch(Caller caller, WorkflowId id, int after, Consumer<WorkflowEvent> sink) {
        Caller.User user = caller.requireUser();
        reader.status(user, id);
        int seen = after;
        try {
            for (int looks = 0; ; looks++) {
                threads.runDue();
                List<WorkflowEvent> events = stores.workflows().events(id, seen, EVENTS_AT_ONCE);
                events.forEach(sink);
                if (!events.isEmpty()) {
                    seen = events.getLast().number();
                    looks = 0;
                }
                if (hasEnded(user, id, events)) {
                    return;
                }
                if (events.size() < EVENTS_AT_ONCE) {
                    ticker.pause(LOOKS.after(looks));
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** When there are no events, the client may have received the last one before, or the workflow was removed. */
    private boolean hasEnded(Caller.User user, WorkflowId id, List<WorkflowEvent> events) {
        return events.isEmpty()
                ? reader.status(user, id).isFinal()
                : events.getLast().isEnd();
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
        return step.withTools(TaskTools.restricted(creator, step.taskType(), step.input(), step.tools()));
    }

    /** The digest of a request, which detects another request with the same key. */
    private static String digest(String name, List<StepSpec> steps, boolean asks) {
        Map<String, Object> parts = new HashMap<>(Map.of(
                "name",
                name,
                "steps",
                steps.stream().map(WorkflowService::described).toList()));
        if (asks) {
            parts.put("approvals", "ask");
        }
        return JsonDigest.of(parts);
    }

    private static Map<String, Object> described(StepSpec step) {
        Map<String, Object> described = new HashMap<>(Map.of(
                "name", step.name(),
                "taskType", step.taskType().value(),
                "tools", step.tools(),
                "input", step.input(),
                "dependsOn", step.dependsOn()));
        if (!step.options().equals(TaskOptions.NONE)) {
            described.put("options", step.options().toString());
        }
        return described;
    }

    /** A workflow as it was when the first of its steps had begun, so many. */
    private static Workflow asStarted(Workflow workflow, long begun) {
        List<WorkflowStep> steps = new ArrayList<>(workflow.steps().size());
        long left = begun;
        for (WorkflowStep step : workflow.steps()) {
            boolean hasBegun = left > 0 && step.spec().dependsOn().isEmpty();
            left -= hasBegun ? 1 : 0;
            steps.add(hasBegun ? asBegun(step) : WorkflowStep.pending(step.spec()));
        }
        return new Workflow(
                workflow.id(),
                workflow.owner(),
                workflow.actor(),
                workflow.about(),
                WorkflowStatus.RUNNING,
                steps,
                workflow.createdAt(),
                workflow.startedAt(),
                Optional.empty());
    }

    private static WorkflowStep asBegun(WorkflowStep step) {
        return new WorkflowStep(
                step.spec(), StepStatus.RUNNING, step.taskId(), step.task().map(Task::asKept));
    }

    private Workflow started(Caller.User user, Workflow wanted) {
        if (!stores.workflows().add(wanted)) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        if (user.work().asksApproval()) {
            stores.approvals()
                    .askFor(wanted.id().value(), wanted.owner(), user.work().chatId(), clock.instant());
        }
        return progress.start(wanted);
    }

    @Override
    public Workflow find(Caller caller, WorkflowId id) {
        return reader.find(caller.requireUser(), id);
    }

    @Override
    public WorkflowStatus status(Caller caller, WorkflowId id) {
        return reader.status(caller.requireUser(), id);
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
