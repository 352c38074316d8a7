package dev.guildhall.core.task;

import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.idempotency.Idempotency;
import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.ports.task.WorkerScope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Leases tasks to external workers and records their results. */
public final class WorkerService implements TaskWorkers {
    private static final String OPERATION = "task.settle";

    private final InstantSource clock;
    private final IdSource ids;
    private final TaskStore tasks;
    private final Idempotency once;
    private final Permissions permissions;
    private final TaskStats stats;
    private final TaskLimits limits;

    public WorkerService(
            InstantSource clock,
            IdSource ids,
            Stores stores,
            Permissions permissions,
            TaskStats stats,
            TaskLimits limits) {
        this.clock = clock;
        this.ids = ids;
        this.tasks = stores.tasks();
        this.once = new Idempotency(clock, stores);
        this.permissions = permissions;
        this.stats = stats;
        this.limits = limits;
    }

    @Override
    public List<Leased> poll(Caller caller, Set<TaskType> types, int max, Duration wait) {
        Caller.User user = caller.requireUser();
        require(types, max, wait);
        Optional<UserId> owner = user.isAdmin() ? Optional.empty() : Optional.of(user.userId());
        WorkerScope scope = new WorkerScope(owner, types);
        Semaphore hints = new Semaphore(0);
        TaskQueue.Subscription listening = wait.isZero()
                ? () -> {}
                : tasks.listen(hint -> {
                    if (hint instanceof TaskHint.Ready) {
                        hints.release();
                    }
                });
        try {
            List<Leased> taken = poll(scope, max, clock.instant().plus(wait), hints);
            if (Thread.currentThread().isInterrupted()) {
                giveBack(user, taken);
                throw new Refusal(new CommonProblem.Cancelled());
            }
            return taken;
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } finally {
            listening.close();
        }
    }

    private static void require(Set<TaskType> types, int max, Duration wait) {
        List<Violation> violations = new ArrayList<>();
        if (types.isEmpty() || types.size() > MOST_TYPES) {
            violations.add(new Violation("types", "must have 1 to " + MOST_TYPES + " entries"));
        }
        types.stream()
                .filter(TaskTypes.BUILT_IN::contains)
                .forEach(type -> violations.add(
                        new Violation("types", type.value() + " is built in, and carried out by the server")));
        if (max < 1 || max > MOST_TASKS) {
            violations.add(new Violation("max", "must be 1 to " + MOST_TASKS));
        }
        if (wait.isNegative() || wait.compareTo(Tasks.LONGEST_WAIT) > 0) {
            violations.add(new Violation("waitSeconds", "must be 0 to " + Tasks.LONGEST_WAIT.toSeconds()));
        }
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }

    private List<Leased> poll(WorkerScope scope, int max, Instant until, Semaphore hints) throws InterruptedException {
        List<Leased> taken = take(scope, max);
        Duration left = Duration.between(clock.instant(), until);
        while (taken.isEmpty() && left.isPositive()) {
            Duration look = left.compareTo(limits.node().poll()) < 0
                    ? left
                    : limits.node().poll();
            if (hints.tryAcquire(look.toNanos(), TimeUnit.NANOSECONDS)) {
                hints.drainPermits();
            }
            taken = take(scope, max);
            left = Duration.between(clock.instant(), until);
        }
        return taken;
    }

    private List<Leased> take(WorkerScope scope, int max) {
        List<LeaseId> leases =
                Stream.generate(() -> new LeaseId(ids.next("lease"))).limit(max).toList();
        return tasks.lease(scope, leases, LEASE).stream()
                .map(WorkerService::leased)
                .toList();
    }

    private static Leased leased(Task task) {
        if (!(task.state() instanceof TaskState.Running running)) {
            throw new IllegalStateException("leased, and not running: " + task.id());
        }
        return new Leased(
                task, new LeaseId(running.lease().holder()), running.heartbeat().plus(LEASE));
    }

    @Override
    public void giveBack(Caller caller, List<Leased> unheard) {
        caller.requireUser();
        unheard.forEach(leased -> tasks.settle(leased.task().id(), leased.leaseId(), new AttemptEnd.GivenBack()));
    }

    @Override
    public Instant heartbeat(Caller caller, TaskId id, LeaseId leaseId) {
        visible(caller, id);
        return tasks.extend(id, leaseId, LEASE).orElseThrow(WorkerService::stale);
    }

    @Override
    public Task complete(Caller caller, TaskId id, LeaseId leaseId, Map<String, Object> given) {
        requireJson("output", given);
        Map<String, Object> output = JsonData.repairedObject(given);
        if (JsonText.of(output).length() > limits.outputCharacters()) {
            throw Refusal.invalid("output", "must not be longer than " + limits.outputCharacters() + " characters");
        }
        Call call = new Call(id, leaseId, Map.of("output", output));
        return settle(visible(caller, id), call, new AttemptEnd.Final(new TaskState.Completed(output)));
    }

    private static void requireJson(String field, Map<String, Object> value) {
        JsonData.violation(field, value).ifPresent(violation -> {
            throw Refusal.invalid(violation.field(), violation.message());
        });
    }

    @Override
    public Task fail(Caller caller, TaskId id, LeaseId leaseId, TaskError error, boolean retryable) {
        Task task = visible(caller, id);
        Map<String, Object> said = Map.of(
                "code",
                error.code(),
                "message",
                error.message(),
                "status",
                error.kind().number());
        Call call = new Call(id, leaseId, Map.of("error", said, "retryable", retryable));
        return settle(task, call, new TaskErrors.Failure(error, retryable).end(task, limits.attempts()));
    }

    /** The message of a worker about its task: its fields determine its kind. */
    private record Call(TaskId id, LeaseId leaseId, Map<String, Object> body) {
        /** The same fingerprint only for the same message: any other call with the lease is a new one, which finds the lease used. */
        IdempotencyStore.Entry entry(Task task) {
            String digest = JsonDigest.of(Map.of("task", id.value(), "lease", leaseId.value(), "body", body));
            IdempotencyStore.Key key = new IdempotencyStore.Key(task.owner(), OPERATION, new IdempotencyKey(digest));
            return new IdempotencyStore.Entry(key, digest, task.fence() + "/" + task.attempts());
        }
    }

    private Task settle(Task before, Call call, AttemptEnd.Result result) {
        IdempotencyStore.Entry entry = call.entry(before);
        return once.run(
                entry,
                () -> {
                    if (!tasks.settle(call.id(), call.leaseId(), result)) {
                        throw stale();
                    }
                    if (result instanceof AttemptEnd.Final(TaskState.Ended state)) {
                        stats.ended(state);
                    }
                    return asLeft(call, entry.reference());
                },
                attempt -> asLeft(call, attempt));
    }

    private Task asLeft(Call call, String reference) {
        Task task = existing(call.id());
        String[] attempt = reference.split("/");
        return TaskHistory.asLeft(task, Integer.parseInt(attempt[0]), Integer.parseInt(attempt[1]));
    }

    private Task existing(TaskId id) {
        return tasks.find(id).orElseThrow(() -> new Refusal(new TaskProblem.TaskNotFound()));
    }

    private Task visible(Caller caller, TaskId id) {
        Caller.User user = caller.requireUser();
        return tasks.find(id)
                .filter(task -> permissions.sees(user, task.owner()))
                .orElseThrow(() -> new Refusal(new TaskProblem.TaskNotFound()));
    }

    private static Refusal stale() {
        return new Refusal(new TaskProblem.StaleLease());
    }
}
