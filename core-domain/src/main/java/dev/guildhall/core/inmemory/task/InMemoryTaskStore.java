package dev.guildhall.core.inmemory.task;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.TaskProblem.QueueFull;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.DirectDispatch;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.task.NodeDetails;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.QueueDepth;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.WorkerScope;
import dev.guildhall.ports.webhook.WebhookEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The task queue in memory, with the tasks that ended last and those of workflows, so that the memory of an embedded core
 * without a sweep stays bounded (tasks-35). A test with a manual clock completes a workflow of days in milliseconds.
 */
public final class InMemoryTaskStore implements TaskStore {
    private static final int MOST_ENDED = 10_000;

    private static final TaskError GIVEN_BACK =
            new TaskError("GIVEN_BACK", "its node gave it back", ErrorKind.UNAVAILABLE);

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final InstantSource clock;
    private final TaskTable tasks;
    private final TaskHolders holders;
    private final UndoableMap<NodeId, Optional<NodeDescription>> nodes;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** One subscription: the same consumer may subscribe twice. */
    private static final class Listener {
        private final Consumer<TaskHint> listener;

        Listener(Consumer<TaskHint> listener) {
            this.listener = listener;
        }
    }

    public InMemoryTaskStore(InMemoryTransactions transactions, Stores stores, InstantSource clock) {
        this.transactions = transactions;
        this.stores = stores;
        this.clock = clock;
        this.tasks = new TaskTable(transactions);
        this.holders = new TaskHolders(transactions);
        this.nodes = new UndoableMap<>(transactions);
    }

    @Override
    public void removeUnended(UserId owner) {
        transactions.run(() -> remove(owner, row -> !row.isFinal(), Integer.MAX_VALUE));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            holders.forgetKinds(user);
            return remove(user, row -> true, most);
        });
    }

    private int remove(UserId owner, Predicate<TaskRow> which, int most) {
        List<TaskRow> some = tasks.all().stream()
                .filter(row -> row.task().owner().equals(owner) && which.test(row))
                .limit(most)
                .toList();
        remove(idsOf(some));
        return some.size();
    }

    @Override
    public void remove(Collection<TaskId> ids) {
        transactions.run(() -> ids.forEach(tasks::remove));
    }

    private Instant now() {
        return now(clock);
    }

    /** The current time, with the precision of the stored times. */
    static Instant now(InstantSource clock) {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public Enqueued enqueue(List<NewTask> wanted, long capacity, Optional<DirectDispatch> eager) {
        Optional<DirectDispatch> claim = transactions.isOpen() ? Optional.empty() : eager;
        return transactions.guarded(() -> {
            List<NewTask> owned = wanted.stream()
                    .filter(task -> isThere(stores, task.owner()))
                    .toList();
            Optional<TaskId> holder =
                    owned.stream().flatMap(task -> holder(task).stream()).findFirst();
            if (holder.isPresent()) {
                return new Enqueued.Duplicate(holder.get());
            }
            Optional<Enqueued.Full> bound = capacity == 0 ? Optional.empty() : bound(owned, capacity);
            if (bound.isPresent()) {
                return bound.get();
            }
            Instant now = now();
            owned.forEach(task -> {
                TaskRow row = tasks.put(row(task, now));
                TaskKeys.concurrencyOf(row.task()).ifPresent(this::release);
            });
            claim.ifPresent(at -> claim(at, owned, now));
            List<Task> kept = owned.stream()
                    .flatMap(task -> tasks.get(task.id()).stream())
                    .map(TaskRow::task)
                    .toList();
            if (kept.stream().anyMatch(task -> task.state() instanceof TaskState.Queued)) {
                tell(new TaskHint.Ready());
            }
            return new Enqueued.Kept(kept);
        });
    }

    private Optional<TaskId> holder(NewTask task) {
        return task.spec().options().unique().flatMap(key -> tasks.keys().holder(new TaskKeys.Key(task.owner(), key)));
    }

    /** The bound that these additional tasks would exceed; empty when they exceed none. */
    private Optional<Enqueued.Full> bound(List<NewTask> wanted, long capacity) {
        long waiting = (long) tasks.claimable() + wanted.size();
        if (wanted.isEmpty() || waiting <= capacity - capacity / 8) {
            return Optional.empty();
        }
        if (waiting > capacity) {
            return Optional.of(new Enqueued.Full(QueueFull.Bound.CAPACITY));
        }
        boolean isOpen =
                wanted.stream()
                        .collect(Collectors.groupingBy(NewTask::countsFor, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .allMatch(owner -> tasks.claimableOf(owner.getKey()) + owner.getValue() <= capacity / 8);
        return isOpen ? Optional.empty() : Optional.of(new Enqueued.Full(QueueFull.Bound.OWNER));
    }

    private void claim(DirectDispatch claim, List<NewTask> kept, Instant now) {
        String node = claim.node().value();
        if (holders.isLive(node, now)) {
            kept.stream()
                    .limit(claim.most())
                    .flatMap(task -> tasks.get(task.id()).stream())
                    .filter(row -> row.isReady() && !holders.waitsForWorker(row.task(), now))
                    .forEach(row -> tasks.put(row.claimed(node, now)));
        }
    }

    /** Whether the user exists: an external user, or one with an account. Nothing is stored for a deleted account. */
    static boolean isThere(Stores stores, UserId user) {
        return user.isExternal() || stores.accounts().find(user).isPresent();
    }

    private TaskRow row(NewTask wanted, Instant now) {
        Task task = Task.kept(wanted, now);
        Optional<Instant> start = ((TaskState.Queued) task.state()).until();
        Optional<Instant> key = TaskKeys.concurrencyOf(task).map(ignored -> TaskRow.FREE_KEY);
        return new TaskRow(
                tasks.nextNumber(),
                tasks.place(task.countsFor(), task.spec().priority(), now),
                task,
                start.or(() -> key),
                Optional.empty(),
                false,
                false,
                false);
    }

    /** Lets tasks into the queue that wait for a key which is free. */
    private void release(TaskKeys.Key key) {
        Optional<TaskRow> next = tasks.keys().next(key).flatMap(tasks::get);
        while (next.isPresent()) {
            enter(next.get(), now());
            next = tasks.keys().next(key).flatMap(tasks::get);
        }
    }

    /** One that had no attempt yet gets its place as if it had just been enqueued. */
    private void enter(TaskRow row, Instant now) {
        Task task = row.task();
        requeue(row.woken(
                task.fence() == 0 ? tasks.place(task.countsFor(), task.spec().priority(), now) : row.place()));
    }

    @Override
    public Optional<Task> find(TaskId id) {
        return transactions.guarded(() -> tasks.get(id).map(this::seen));
    }

    @Override
    public List<Task> findAll(Collection<TaskId> ids) {
        return transactions.guarded(
                () -> ids.stream().distinct().flatMap(id -> find(id).stream()).toList());
    }

    private Task seen(TaskRow row) {
        return row.seen(holders.heardOf(row));
    }

    @Override
    public Page<Task> list(TaskFilter filter, PageRequest page) {
        return transactions.guarded(() -> paged(tasks.all().stream(), filter, page));
    }

    @Override
    public Page<Task> running(TaskFilter filter, PageRequest page) {
        return transactions.guarded(() -> paged(
                Stream.of(tasks.running(), tasks.sleeping(), tasks.waitingForOwners())
                        .flatMap(Function.identity()),
                filter,
                page));
    }

    private Page<Task> paged(Stream<TaskRow> rows, TaskFilter filter, PageRequest page) {
        Predicate<Task> wanted = task -> filter.owner()
                        .map(task.owner()::equals)
                        .orElse(true)
                && filter.status().map(status -> task.status() == status).orElse(true)
                && filter.type().map(task.spec().type()::equals).orElse(true);
        return Page.newestFirst(rows.map(this::seen).filter(wanted).toList(), page, Task::id);
    }

    @Override
    public SettleAndClaimResult settleAndClaim(SettleAndClaim settleAndClaim) {
        return transactions.guarded(() -> {
            Instant now = now();
            String node = settleAndClaim.node().value();
            List<Boolean> accepted = settleAndClaim.ended().stream()
                    .map(end -> end.lease().holder().equals(node) && settled(end, now))
                    .toList();
            List<TaskRow> claimed = holders.isLive(node, now)
                    ? claimable(now)
                            .filter(row -> !holders.waitsForWorker(row.task(), now))
                            .filter(claimableBy(settleAndClaim))
                            .limit(settleAndClaim.claim())
                            .toList()
                    : List.of();
            return new SettleAndClaimResult(
                    accepted,
                    claimed.stream()
                            .map(row -> seen(tasks.put(row.claimed(node, now))))
                            .toList());
        });
    }

    private static Predicate<TaskRow> claimableBy(SettleAndClaim settleAndClaim) {
        return switch (settleAndClaim.from()) {
            case SettleAndClaim.All ignored -> row -> true;
            case SettleAndClaim.OtherUsers(Set<UserId> except) -> {
                Set<UserId> left = new HashSet<>(except);
                yield row -> left.add(row.task().countsFor());
            }
            case SettleAndClaim.OtherTypes(Set<TaskType> except) ->
                row -> !except.contains(row.task().spec().type());
        };
    }

    /** Skips tasks whose time to live has passed; {@link #expire} ends them. */
    private Stream<TaskRow> claimable(Instant now) {
        return tasks.ready().filter(row -> now.isBefore(row.task().expiresAt()));
    }

    /** Changes nothing when another holder owns the task, the task has ended, or the holder's lease has expired. */
    private boolean settled(AttemptEnd end, Instant now) {
        Optional<TaskRow> held = tasks.get(end.taskId())
                .filter(row -> row.lease().equals(Optional.of(end.lease()))
                        && holders.isLive(end.lease().holder(), now));
        held.ifPresent(row -> {
            switch (end.result()) {
                case AttemptEnd.Final(TaskState.Ended state) -> finish(row, state, now);
                case AttemptEnd.Again again -> requeue(row.again(again.error(), again.delay(), now));
                case AttemptEnd.GivenBack ignored -> requeue(row.givenBack(GIVEN_BACK, now));
                case AttemptEnd.Sleep sleep -> sleep(row, sleep, now);
                case AttemptEnd.Wait wait -> requeue(row.waiting(wait.most(), now));
            }
        });
        return held.isPresent();
    }

    @Override
    public void wake(TaskId id) {
        Instant now = now();
        transactions.run(() -> tasks.get(id)
                .filter(TaskRow::waits)
                .ifPresent(row -> row.wakeAt().filter(now::isBefore).ifPresent(end -> requeue(row.wokenAt(end, now)))));
    }

    private void sleep(TaskRow row, AttemptEnd.Sleep sleep, Instant now) {
        if (tasks.sleepingOf(row.task().countsFor()) < MOST_SLEEPING) {
            tasks.put(row.asleep(sleep, now));
            tell(new TaskHint.Ended(row.task().id()));
        } else {
            requeue(row.notAsleep(UNTIL_SLEEP, now));
        }
    }

    @Override
    public int sleeping(UserId user) {
        return transactions.guarded(() -> tasks.sleepingOf(user));
    }

    @Override
    public List<Task> endSleeping(int most) {
        return transactions.guarded(() -> {
            Instant now = now();
            List<TaskRow> due = tasks.sleeping()
                    .takeWhile(row -> row.sleepsUntil().filter(now::isBefore).isEmpty())
                    .filter(row -> row.sleepsUntil()
                            .filter(row.task().expiresAt()::isBefore)
                            .isEmpty())
                    .limit(most)
                    .toList();
            return due.stream()
                    .map(row -> finish(row, row.outcome().orElseThrow(), now))
                    .toList();
        });
    }

    private Task finish(TaskRow row, TaskState.Ended state, Instant now) {
        tell(new TaskHint.Ended(row.task().id()));
        if (row.task().part().isPresent()) {
            tell(new TaskHint.Unprocessed());
        }
        Task ended = tasks.put(row.ended(state, now)).task();
        TaskKeys.concurrencyOf(ended).ifPresent(this::release);
        WebhookEvent event = WebhookEvent.of("task", ended.status());
        stores.webhooks().publish(ended.owner(), event, ended.id().value());
        tasks.keepFinished(MOST_ENDED);
        return ended;
    }

    private void requeue(TaskRow row) {
        tasks.put(row);
        if (!row.isReady()) {
            TaskKeys.concurrencyOf(row.task()).ifPresent(this::release);
        }
        tell(
                row.isReady()
                        ? new TaskHint.Ready()
                        : new TaskHint.Ended(row.task().id()));
    }

    @Override
    public Optional<Ending> end(TaskId id, TaskState.Ended state, Optional<Integer> fence) {
        return transactions.guarded(() -> tasks.get(id)
                .filter(row -> fence.map(wanted -> wanted == row.task().fence()
                                && (row.waits() || !(row.task().state() instanceof TaskState.Queued)))
                        .orElse(true))
                .map(row ->
                        row.isFinal() ? new Ending(row.task(), false) : new Ending(finish(row, state, now()), true)));
    }

    @Override
    public boolean isDue() {
        return transactions.guarded(() -> {
            Instant now = now();
            return tasks.expired(now).findAny().isPresent()
                    || tasks.awake(now).findAny().isPresent()
                    || tasks.sleeping()
                            .findFirst()
                            .flatMap(TaskRow::sleepsUntil)
                            .filter(until -> !now.isBefore(until))
                            .isPresent();
        });
    }

    @Override
    public List<TaskId> expire(TaskError error, int most) {
        return transactions.guarded(() -> {
            Instant now = now();
            List<TaskRow> over = tasks.expired(now).limit(most).toList();
            over.forEach(row -> finish(row, new TaskState.Failed(error), now));
            return idsOf(over);
        });
    }

    private static List<TaskId> idsOf(List<TaskRow> rows) {
        return rows.stream().map(row -> row.task().id()).toList();
    }

    @Override
    public int wake(int most) {
        return transactions.guarded(() -> {
            Instant now = now();
            List<TaskRow> awake = tasks.awake(now).limit(most).toList();
            for (TaskRow row : awake) {
                if (TaskKeys.concurrencyOf(row.task()).isPresent()) {
                    requeue(row.waitingForKey());
                } else {
                    enter(row, now);
                }
            }
            return awake.size();
        });
    }

    @Override
    public void release(int most) {
        transactions.run(() -> holders.forgetKinds(now()));
    }

    @Override
    public List<Task> takeForRetry(
            UserId owner, TaskStatus status, Optional<TaskType> type, Optional<Instant> since, int most) {
        return transactions.guarded(() -> {
            List<TaskRow> rows = tasks.all().stream()
                    .filter(row -> row.task().owner().equals(owner)
                            && row.task().status() == status
                            && !row.retried()
                            && row.task().part().isEmpty())
                    .filter(row -> type.map(row.task().spec().type()::equals).orElse(true)
                            && since.flatMap(least -> row.task().completedAt().map(end -> !end.isBefore(least)))
                                    .orElse(true))
                    .sorted(Comparator.comparing(row -> row.task().id().value()))
                    .limit(most)
                    .toList();
            rows.forEach(row -> tasks.put(row.markedRetried()));
            return rows.stream().map(TaskRow::task).toList();
        });
    }

    @Override
    public void markRetried(TaskId id) {
        transactions.run(() -> tasks.get(id).filter(TaskRow::isFinal).ifPresent(row -> tasks.put(row.markedRetried())));
    }

    @Override
    public List<Task> held(NodeId node) {
        return transactions.guarded(() -> holders.isLive(node.value(), now())
                ? tasks.running()
                        .filter(row -> row.lease().orElseThrow().holder().equals(node.value()))
                        .sorted(Comparator.comparing(TaskRow::order).thenComparingLong(TaskRow::number))
                        .map(this::seen)
                        .toList()
                : List.of());
    }

    @Override
    public List<TaskId> lost(NodeId node, Map<TaskId, Integer> fences) {
        return transactions.guarded(() -> {
            boolean live = holders.isLive(node.value(), now());
            return fences.entrySet().stream()
                    .filter(held -> !live || !isHeld(held.getKey(), new Lease(node.value(), held.getValue())))
                    .map(Map.Entry::getKey)
                    .toList();
        });
    }

    private boolean isHeld(TaskId id, Lease lease) {
        return tasks.get(id).flatMap(TaskRow::lease).filter(lease::equals).isPresent();
    }

    @Override
    public List<TaskId> recover(int attempts, TaskError error, int most) {
        return transactions.guarded(() -> {
            Instant now = now();
            List<TaskRow> lost = tasks.running()
                    .filter(row -> !holders.isLive(row.lease().orElseThrow().holder(), now))
                    .limit(most)
                    .toList();
            lost.forEach(row -> {
                int own = row.task()
                        .spec()
                        .options()
                        .retry()
                        .map(Retry::maxAttempts)
                        .orElse(attempts);
                if (row.task().attempts() < own) {
                    requeue(row.again(error, Duration.ZERO, now));
                    tell(new TaskHint.Ended(row.task().id()));
                } else {
                    finish(row, new TaskState.Failed(error), now);
                }
            });
            forgetIdle(now);
            return idsOf(lost);
        });
    }

    private void forgetIdle(Instant now) {
        Set<String> holding =
                tasks.running().map(row -> row.lease().orElseThrow().holder()).collect(Collectors.toSet());
        holders.ended(now).stream().filter(holder -> !holding.contains(holder)).forEach(holder -> {
            holders.forget(holder);
            nodes.remove(new NodeId(holder));
        });
    }

    @Override
    public boolean renew(NodeId node, Duration lease) {
        return transactions.guarded(() -> {
            Instant now = now();
            boolean kept = !holders.isKnown(node.value()) || holders.isLive(node.value(), now);
            if (kept) {
                holders.give(node.value(), lease, now);
                nodes.add(node, Optional.empty());
            }
            return kept;
        });
    }

    @Override
    public void describe(NodeId node, NodeDescription description) {
        transactions.run(() -> {
            if (nodes.get(node).isPresent()) {
                nodes.put(node, Optional.of(description));
            }
        });
    }

    @Override
    public List<NodeDetails> nodes() {
        return transactions.guarded(() -> {
            Instant now = now();
            return nodes.keys().stream()
                    .filter(node -> holders.isLive(node.value(), now))
                    .map(this::details)
                    .toList();
        });
    }

    private NodeDetails details(NodeId node) {
        long running = tasks.running()
                .filter(row -> row.lease().orElseThrow().holder().equals(node.value()))
                .count();
        Instant heardAt = holders.heardAt(node.value()).orElseThrow();
        return new NodeDetails(node, heardAt, nodes.get(node).orElseThrow(), (int) running);
    }

    @Override
    public void leave(NodeId node) {
        transactions.run(() -> {
            if (holders.isKnown(node.value())) {
                holders.give(node.value(), Duration.ZERO, now());
            }
        });
    }

    @Override
    public List<Task> lease(WorkerScope scope, List<LeaseId> leases, Duration lease) {
        return transactions.guarded(() -> {
            Instant now = now();
            holders.ask(scope, now);
            List<TaskRow> taken = claimable(now)
                    .filter(row -> scope.types().contains(row.task().spec().type())
                            && scope.owner().map(row.task().owner()::equals).orElse(true))
                    .limit(leases.size())
                    .toList();
            List<Task> claimed = new ArrayList<>(taken.size());
            for (TaskRow row : taken) {
                String holder = leases.get(claimed.size()).value();
                holders.give(holder, lease, now);
                claimed.add(seen(tasks.put(row.claimed(holder, now))));
            }
            return claimed;
        });
    }

    @Override
    public Optional<Instant> extend(TaskId id, LeaseId leaseId, Duration lease) {
        return transactions.guarded(() -> {
            Instant now = now();
            return held(id, leaseId).map(known -> {
                holders.give(known.holder(), lease, now);
                return now.plus(lease);
            });
        });
    }

    @Override
    public boolean settle(TaskId id, LeaseId leaseId, AttemptEnd.Result result) {
        return transactions.guarded(() -> {
            boolean settled = held(id, leaseId)
                    .filter(lease -> settled(new AttemptEnd(id, lease, result), now()))
                    .isPresent();
            if (settled) {
                holders.forget(leaseId.value());
            }
            return settled;
        });
    }

    private Optional<Lease> held(TaskId id, LeaseId leaseId) {
        return tasks.get(id)
                .flatMap(TaskRow::lease)
                .filter(lease -> lease.holder().equals(leaseId.value()));
    }

    @Override
    public QueueDepth depth() {
        return transactions.guarded(() -> new QueueDepth(
                tasks.queued(), tasks.runningNow(), tasks.oldest().map(Task::createdAt)));
    }

    @Override
    public int prune(Instant before, int most) {
        return transactions.guarded(() -> {
            List<TaskRow> old = tasks.finished()
                    .takeWhile(row ->
                            row.task().completedAt().filter(before::isAfter).isPresent())
                    .limit(most)
                    .toList();
            old.forEach(row -> tasks.remove(row.task().id()));
            return old.size();
        });
    }

    @Override
    public Subscription listen(Consumer<TaskHint> listener) {
        Listener subscription = new Listener(listener);
        listeners.add(subscription);
        return () -> listeners.remove(subscription);
    }

    private void tell(TaskHint hint) {
        transactions.onKept(() -> listeners.forEach(subscription -> subscription.listener.accept(hint)));
    }

    @Override
    public List<String> unprocessed(int most) {
        return transactions.guarded(() -> tasks.unprocessed()
                .flatMap(row -> row.task().part().stream())
                .distinct()
                .limit(most)
                .toList());
    }

    @Override
    public Map<TaskId, TaskStatus> unprocessed(String part) {
        return transactions.guarded(() -> tasks.unprocessed()
                .map(TaskRow::task)
                .filter(task -> task.part().filter(part::equals).isPresent())
                .collect(Collectors.toMap(Task::id, Task::status)));
    }

    @Override
    public void processed(List<TaskId> ids) {
        transactions.run(() -> ids.stream()
                .flatMap(id -> tasks.get(id).stream())
                .filter(TaskRow::isFinal)
                .forEach(row -> tasks.put(row.settled())));
    }

    @Override
    public Map<TaskStatus, Long> counts(UserId owner, Set<TaskStatus> statuses, int most) {
        return transactions.guarded(() -> tasks.all().stream()
                .map(TaskRow::task)
                .filter(task ->
                        task.owner().equals(owner) && !task.spec().type().equals(TaskType.TEST_RUN))
                .filter(task -> statuses.contains(task.status()))
                .collect(Collectors.groupingBy(
                        Task::status,
                        Collectors.collectingAndThen(Collectors.counting(), count -> Math.min(count, most)))));
    }
}
