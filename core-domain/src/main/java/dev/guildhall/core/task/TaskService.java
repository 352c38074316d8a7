package dev.guildhall.core.task;

import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.idempotency.Idempotency;
import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskEvent;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Submits, shows and cancels tasks. */
public final class TaskService implements Tasks {
    private static final String OPERATION = "task.submit";
    private static final String RETRY_OPERATION = "task.retry";
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final int RETRIED_AT_ONCE = 100;

    private final InstantSource clock;
    private final IdSource ids;
    private final TaskStore tasks;
    private final TaskIntake intake;
    private final Stores stores;
    private final Idempotency once;
    private final TaskWatch watch;
    private final TaskStats stats;
    private final Permissions permissions;
    private final TaskTypeRules types;
    private final TaskLimits limits;

    public TaskService(
            InstantSource clock,
            IdSource ids,
            Stores stores,
            TaskIntake intake,
            TaskWatch watch,
            TaskStats stats,
            Permissions permissions,
            TaskTypeRules types,
            TaskLimits limits) {
        this.types = types;
        this.clock = clock;
        this.ids = ids;
        this.tasks = stores.tasks();
        this.stores = stores;
        this.intake = intake;
        this.once = new Idempotency(clock, stores);
        this.watch = watch;
        this.stats = stats;
        this.permissions = permissions;
        this.limits = limits;
    }

    @Override
    public Submitted submit(Caller caller, TaskSpec spec, Optional<IdempotencyKey> key) {
        Caller.User user = caller.requireUser();
        TaskRules.require(spec);
        types.requireKnown(spec.type());
        NewTask wanted = new NewTask(
                new TaskId(ids.next("task")),
                user.userId(),
                Actor.of(user),
                TaskTools.restricted(user, types.ruled(spec)),
                Optional.empty());
        Supplier<Task> first = user.work().asksApproval()
                ? () -> stores.transactions().inTransaction(() -> enqueueAsking(user.work(), wanted))
                : () -> enqueue(wanted);
        String digest = digest(wanted.spec(), user.work().asksApproval());
        return key.map(given -> once(new IdempotencyStore.Key(wanted.owner(), OPERATION, given), digest, wanted, first))
                .orElseGet(() -> new Submitted(first.get(), false));
    }

    @Override
    public Submitted submitAsking(Caller caller, TaskSpec spec, Optional<IdempotencyKey> key) {
        Caller.User user = caller.requireUser();
        return submit(user.in(new Caller.Work(user.work().chatId(), true)), spec, key);
    }

    private Task enqueueAsking(Caller.Work work, NewTask wanted) {
        requireRest(wanted, true);
        stores.approvals().askFor(wanted.id().value(), wanted.owner(), work.chatId(), clock.instant());
        return enqueued(wanted);
    }

    private Task enqueue(NewTask wanted) {
        requireRest(wanted, false);
        return enqueued(wanted);
    }

    private Task enqueued(NewTask wanted) {
        return switch (intake.enqueue(List.of(wanted), limits.capacity())) {
            case Enqueued.Kept(List<Task> all) ->
                all.stream()
                        .findFirst()
                        .orElseThrow(
                                () -> new Refusal(new CommonProblem.Unauthenticated("the account does not exist")));
            case Enqueued.Duplicate(TaskId holder) -> throw new Refusal(new TaskProblem.KeyInUse(holder.value()));
            case Enqueued.Full(var bound) ->
                throw new Refusal(new TaskProblem.QueueFull(bound, limits.capacity(), RETRY));
        };
    }

    private Submitted once(IdempotencyStore.Key key, String digest, NewTask wanted, Supplier<Task> submitted) {
        return once.run(
                new IdempotencyStore.Entry(key, digest, wanted.id().value()),
                () -> new Submitted(submitted.get(), false),
                first -> new Submitted(existing(new TaskId(first)).asKept(), true));
    }

    private static String digest(TaskSpec spec, boolean asks) {
        Map<String, Object> parts = new HashMap<>(Map.of(
                "type", spec.type().value(),
                "input", spec.input(),
                "tools", spec.tools(),
                "priority", spec.priority(),
                "ttl", spec.ttl().toSeconds()));
        spec.options().retry().ifPresent(rule -> parts.put("retry", rule.toString()));
        spec.options().start().ifPresent(start -> parts.put("start", start.toString()));
        spec.options().concurrency().ifPresent(key -> parts.put("concurrency", key.toString()));
        spec.options().unique().ifPresent(key -> parts.put("unique", key));
        if (asks) {
            parts.put("approvals", "ask");
        }
        return JsonDigest.of(parts);
    }

    @Override
    public Task find(Caller caller, TaskId id) {
        Caller.User user = caller.requireUser();
        return tasks.find(id)
                .filter(task -> permissions.sees(user, task.owner()))
                .orElseThrow(() -> new Refusal(new TaskProblem.TaskNotFound()));
    }

    private void requireRest(NewTask wanted, boolean isAsking) {
        TaskSpec spec = wanted.spec();
        boolean waits = isAsking
                || spec.type().equals(TaskTypes.SLEEP)
                || spec.type().equals(TaskTypes.WAIT)
                || spec.options().start().isPresent()
                || spec.options().concurrency().isPresent();
        if (waits && tasks.sleeping(wanted.countsFor()) >= TaskQueue.MOST_SLEEPING) {
            throw new Refusal(
                    new TaskProblem.QueueFull(TaskProblem.QueueFull.Bound.SLEEPING, TaskQueue.MOST_SLEEPING, RETRY));
        }
    }

    private Task existing(TaskId id) {
        return tasks.find(id).orElseThrow(() -> new Refusal(new TaskProblem.TaskNotFound()));
    }

    @Override
    public Task await(Caller caller, TaskId id, Duration atMost) {
        if (atMost.isNegative() || atMost.compareTo(LONGEST_WAIT) > 0) {
            throw Refusal.invalid("wait", "must be 0 to " + LONGEST_WAIT.toSeconds() + " seconds");
        }
        try (TaskWatch.Watched watched = watch.watch(id)) {
            Task task = find(caller, id);
            Instant until = clock.instant().plus(atMost);
            Optional<Task> next = Optional.of(task);
            while (next.isPresent() && !next.get().status().isFinal()) {
                task = next.get();
                next = watched.next(task, Duration.between(clock.instant(), until));
            }
            return next.orElse(task);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    @Override
    public Page<Task> list(Caller caller, TaskFilter filter, PageRequest page) {
        Caller.User user = caller.requireUser();
        Optional<UserId> owner = permissions.listed(user, filter.owner());
        return tasks.list(new TaskFilter(owner, filter.status(), filter.type()), page);
    }

    @Override
    public Task cancel(Caller caller, TaskId id) {
        find(caller, id);
        TaskQueue.Ending ending = tasks.end(id, new TaskState.Cancelled(), Optional.empty())
                .orElseThrow(() -> new Refusal(new TaskProblem.TaskNotFound()));
        if (ending.changed()) {
            stats.ended(new TaskState.Cancelled());
            stores.approvals().withdraw(id.value());
        }
        Task task = ending.task();
        return switch (task.state()) {
            case TaskState.Cancelled ignored -> task;
            default ->
                throw new Refusal(new CommonProblem.Conflict("the task has "
                        + (task.state() instanceof TaskState.Failed ? "failed" : "completed") + " already"));
        };
    }

    @Override
    public Submitted retry(Caller caller, TaskId id, Optional<IdempotencyKey> key) {
        Caller.User user = caller.requireUser();
        Task ended = find(caller, id);
        if (!ended.status().isFinal()) {
            throw new Refusal(new CommonProblem.Conflict("the task has not ended"));
        }
        NewTask again = again(user, ended);
        Supplier<Task> first = () -> stores.transactions().inTransaction(() -> enqueueAgain(ended, again));
        return key.map(given -> once(
                        new IdempotencyStore.Key(user.userId(), RETRY_OPERATION, given),
                        JsonDigest.of(Map.of("id", id.value())),
                        again,
                        first))
                .orElseGet(() -> new Submitted(first.get(), false));
    }

    private Task enqueueAgain(Task ended, NewTask again) {
        requireRest(again, false);
        tasks.markRetried(ended.id());
        askAsBefore(ended, again);
        return enqueued(again);
    }

    private NewTask again(Caller.User user, Task ended) {
        boolean isOwn = ended.owner().equals(user.userId());
        TaskSpec spec = ended.spec().with(ended.spec().options().withRetriedFrom(ended.id()));
        return new NewTask(
                new TaskId(ids.next("task")),
                ended.owner(),
                isOwn ? Actor.of(user) : ended.actor(),
                TaskTools.restricted(user, spec),
                Optional.empty());
    }

    private void askAsBefore(Task ended, NewTask again) {
        Caller.Work work = stores.approvals().askingFor(ended.id(), ended.part());
        if (work.asksApproval()) {
            stores.approvals().askFor(again.id().value(), again.owner(), work.chatId(), clock.instant());
        }
    }

    @Override
    public int retryAll(Caller caller, TaskStatus status, Optional<TaskType> type, Optional<Instant> since) {
        Caller.User user = caller.requireUser();
        if (status != TaskStatus.FAILED && status != TaskStatus.CANCELLED) {
            throw Refusal.invalid("status", "must be failed or cancelled");
        }
        int retried = 0;
        int latest = RETRIED_AT_ONCE;
        while (latest > 0 && retried < MOST_RETRIED) {
            try {
                latest = stores.transactions().inTransaction(() -> retrySome(user, status, type, since));
                retried += latest;
            } catch (Refusal full) {
                if (retried == 0 || !(full.problem() instanceof TaskProblem.QueueFull)) {
                    throw full;
                }
                latest = 0;
            }
        }
        return retried;
    }

    /** One whose unique key another task has meanwhile is left out. */
    private int retrySome(Caller.User user, TaskStatus status, Optional<TaskType> type, Optional<Instant> since) {
        List<NewTask> plain = new ArrayList<>();
        int retried = 0;
        for (Task ended : tasks.takeForRetry(user.userId(), status, type, since, RETRIED_AT_ONCE)) {
            NewTask again = again(user, ended);
            requireRest(again, false);
            askAsBefore(ended, again);
            if (again.spec().options().unique().isEmpty()) {
                plain.add(again);
            } else if (!(intake.enqueue(List.of(again), limits.capacity()) instanceof Enqueued.Duplicate)) {
                retried++;
            }
        }
        if (intake.enqueue(plain, limits.capacity()) instanceof Enqueued.Full(var bound)) {
            throw new Refusal(new TaskProblem.QueueFull(bound, limits.capacity(), RETRY));
        }
        return retried + plain.size();
    }

    @Override
    public Task signal(Caller caller, TaskId id, Optional<Object> payload) {
        Task task = find(caller, id);
        if (!task.spec().type().equals(TaskTypes.WAIT)) {
            throw new Refusal(new CommonProblem.Conflict(
                    "the task is no wait: its type is " + task.spec().type().value()));
        }
        TaskState.Completed outcome = WaitInput.outcome(payload.orElse(null));
        TaskQueue.Ending ending =
                tasks.end(id, outcome, Optional.empty()).orElseThrow(() -> new Refusal(new TaskProblem.TaskNotFound()));
        if (!ending.changed()) {
            throw new Refusal(new CommonProblem.Conflict("the task has ended already"));
        }
        stats.ended(outcome);
        return ending.task();
    }

    @Override
    public void watch(Caller caller, TaskId id, int after, Consumer<TaskEvent> listener) {
        try (TaskWatch.Watched watched = watch.watch(id)) {
            Task task = find(caller, id);
            int told = tell(task, after, listener);
            while (!task.status().isFinal()) {
                Optional<Task> next = watched.next(task, LONGEST_WAIT);
                if (next.isPresent()) {
                    task = next.get();
                    told = tell(task, told, listener);
                }
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private static int tell(Task task, int after, Consumer<TaskEvent> listener) {
        List<TaskEvent> events = TaskHistory.events(task);
        events.stream().filter(event -> event.number() > after).forEach(listener);
        return Math.max(after, events.size());
    }
}
