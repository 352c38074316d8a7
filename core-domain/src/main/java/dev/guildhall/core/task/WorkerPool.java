package dev.guildhall.core.task;

import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * The attempts of a node: those that run, each on a thread of its own, and those that wait here for a slot. One slot in eight
 * is kept for owners who hold none (tasks-16): when the others are taken, only tasks of such owners start. Used under
 * the lock of its {@link DispatchState}, but for {@link #holds}.
 */
final class WorkerPool {
    private static final int ONE_KEPT_IN = 8;
    /** How long a request to the store takes about: the buffer holds what the workers complete in that time. */
    private static final long ROUND_TRIP_NANOS = 5_000_000;

    private static final int AVERAGED = 8;

    /** A task that has run for longer takes long. */
    private static final Duration SHORT = Duration.ofMillis(50);

    private final InstantSource clock;
    private final Threads threads;
    private final TaskExecutors executors;
    private final TaskStats stats;
    private final BiConsumer<Attempt, Optional<AttemptEnd>> ended;
    private final int workers;
    /** The number of slots for tasks of any owner. */
    private final int open;

    private final int mostBuffered;
    /** All attempts that the node has, running or not. */
    private final Map<TaskId, Attempt> held = new ConcurrentHashMap<>();

    private final Map<TaskId, Attempt> running = new HashMap<>();
    private final Map<TaskId, Instant> startedAt = new HashMap<>();
    private final Deque<Attempt> buffered = new ArrayDeque<>();
    private final Map<UserId, Integer> runningOf = new HashMap<>();
    private final Map<UserId, Integer> bufferedOf = new HashMap<>();
    /** How long an attempt takes, as a moving average. */
    private final AtomicLong averageNanos = new AtomicLong(ROUND_TRIP_NANOS * 2);
    /** When a task last started, or came into an empty buffer. */
    private Instant moved;
    /** Whether tasks were given back since a slot was last freed. */
    private boolean stuck;

    /**
     * An empty pool.
     *
     * @param ended is called with each attempt that has run, on its thread and without the lock; the end is empty for an
     *     attempt that the node had lost
     */
    WorkerPool(TaskParts parts, BiConsumer<Attempt, Optional<AttemptEnd>> ended) {
        this.clock = parts.clock();
        this.threads = parts.threads();
        this.executors = parts.executors();
        this.stats = parts.stats();
        this.ended = ended;
        this.workers = parts.limits().workers();
        this.open = workers - workers / ONE_KEPT_IN;
        this.mostBuffered = parts.limits().node().buffered();
        this.moved = clock.instant();
    }

    /** Whether the node has an attempt at the task. Any thread may ask. */
    boolean holds(TaskId id) {
        return held.containsKey(id);
    }

    boolean isIdle() {
        return running.isEmpty();
    }

    /** How many tasks of any owner the pool takes beyond those that it has; may be negative. */
    int free() {
        return open + prefetched() - running.size() - buffered.size();
    }

    /**
     * How many tasks the node takes beyond those that it can start at once: none where tasks take long, since other nodes
     * could start them meanwhile; enough for a round trip to the store when they are short. Short tasks that end beside
     * many that take long do not count.
     */
    private int prefetched() {
        long nanos = Math.max(1, averageNanos.get());
        return nanos > ROUND_TRIP_NANOS || isHeldByLong()
                ? 0
                : (int) Math.min(mostBuffered, workers * (ROUND_TRIP_NANOS / nanos));
    }

    /** How many tasks one request claims at most: half of short tasks, so that the other half runs meanwhile. */
    int largestClaim() {
        return Math.max(workers, (workers + prefetched()) / 2);
    }

    /** The number of reserved slots that are free while the others are taken; 0 while another slot is free. */
    int keptFree() {
        return running.size() < open ? 0 : workers - running.size();
    }

    /**
     * How many short tasks the pool takes while others hold all slots but the kept ones, most of which take long: as many as
     * are wanted, but at least one for each worker, and no more than the buffer holds; 0 otherwise, also until a slot is
     * freed after such tasks were given back: these would come again, and keep other nodes from starting them.
     */
    int freeForShortTasks(int wanted) {
        return !stuck && running.size() >= open && buffered.isEmpty() && isHeldByLong()
                ? Math.max(workers, Math.min(wanted, mostBuffered))
                : 0;
    }

    /** Whether tasks that take long hold most slots. */
    private boolean isHeldByLong() {
        Instant begun = clock.instant().minus(SHORT);
        int found = 0;
        for (Instant each : startedAt.values()) {
            found += each.isBefore(begun) ? 1 : 0;
        }
        return found > open / 2;
    }

    /** The types of tasks that take long here at present. */
    Set<TaskType> longTypes() {
        Instant begun = clock.instant().minus(SHORT);
        return running.values().stream()
                .map(Attempt::task)
                .filter(task -> startedAt.getOrDefault(task.id(), begun).isBefore(begun))
                .map(task -> task.spec().type())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The owners of all tasks that run or wait here. */
    Set<UserId> owners() {
        Set<UserId> owners = new HashSet<>(runningOf.keySet());
        owners.addAll(bufferedOf.keySet());
        return owners;
    }

    /** Takes tasks in, and starts those that a slot is free for. */
    void add(List<Task> tasks) {
        if (buffered.isEmpty()) {
            moved = clock.instant();
        }
        for (Task task : tasks) {
            Attempt attempt = new Attempt(task);
            held.put(task.id(), attempt);
            buffered.add(attempt);
            bufferedOf.merge(task.countsFor(), 1, Integer::sum);
        }
        startBuffered();
    }

    void startBuffered() {
        for (Optional<Attempt> next = next(); next.isPresent(); next = next()) {
            Attempt attempt = next.get();
            unbuffer(attempt);
            running.put(attempt.task().id(), attempt);
            startedAt.put(attempt.task().id(), clock.instant());
            runningOf.merge(attempt.task().countsFor(), 1, Integer::sum);
            moved = clock.instant();
            threads.run("task-" + attempt.task().id().value(), () -> run(attempt));
        }
    }

    private Optional<Attempt> next() {
        if (running.size() < open) {
            return Optional.ofNullable(buffered.peek());
        }
        // Examines at most one owner more than the number of slots.
        return running.size() < workers && !runningOf.keySet().containsAll(bufferedOf.keySet())
                ? buffered.stream()
                        .filter(attempt -> !runningOf.containsKey(attempt.task().countsFor()))
                        .findFirst()
                : Optional.empty();
    }

    private void unbuffer(Attempt attempt) {
        if (buffered.remove(attempt)) {
            decrement(bufferedOf, attempt.task().countsFor());
        }
    }

    /** Whether none is left of that owner. */
    private static boolean decrement(Map<UserId, Integer> counts, UserId owner) {
        return counts.computeIfPresent(owner, (ignored, count) -> count == 1 ? null : count - 1) == null;
    }

    private void run(Attempt attempt) {
        Instant begun = clock.instant();
        if (!attempt.begin()) {
            ended.accept(attempt, Optional.empty());
            return;
        }
        stats.began(Duration.between(attempt.task().createdAt(), begun));
        AttemptEnd.Result result = new AttemptEnd.Final(new TaskState.Failed(TaskErrors.INTERNAL));
        try {
            result = executors.execute(attempt.task());
        } catch (InterruptedException stopped) {
            result = attempt.wasInterrupted() ? new AttemptEnd.GivenBack() : executors.gaveUp(attempt.task());
        } finally {
            ended(attempt, begun, result);
        }
    }

    /** Frees the slot, whatever the executor did. */
    private void ended(Attempt attempt, Instant begun, AttemptEnd.Result result) {
        long nanos = Duration.between(begun, clock.instant()).toNanos();
        averageNanos.accumulateAndGet(nanos, (known, latest) -> known + (latest - known) / AVERAGED);
        ended.accept(attempt, attempt.finish() ? Optional.of(attempt.end(result)) : Optional.empty());
    }

    /** Frees the slot of an attempt that has run, and returns whether its owner holds no slot now. */
    boolean free(Attempt attempt) {
        TaskId id = attempt.task().id();
        stuck = false;
        held.remove(id, attempt);
        if (!running.remove(id, attempt)) {
            return false;
        }
        startedAt.remove(id);
        return decrement(runningOf, attempt.task().countsFor());
    }

    /** The fencing tokens of all attempts that the node has. */
    Map<TaskId, Integer> fences() {
        Map<TaskId, Integer> fences = new HashMap<>();
        held.forEach((id, attempt) -> fences.put(id, attempt.fence()));
        return fences;
    }

    /** The newest fencing token of each task that is here, with attempts that the node has lost and that still run. */
    Map<TaskId, Integer> knownFences() {
        Map<TaskId, Integer> known = fences();
        running.forEach((id, attempt) -> known.merge(id, attempt.fence(), Math::max));
        return known;
    }

    /** Ends an attempt that the node has lost, without a result. */
    void drop(TaskId id, int fence) {
        Attempt attempt = held.get(id);
        if (attempt != null && attempt.fence() == fence) {
            held.remove(id);
            unbuffer(attempt);
            attempt.abandon();
        }
    }

    /** Ends all attempts without a result: the node has lost them. */
    void dropAll() {
        running.values().forEach(Attempt::abandon);
        buffered.clear();
        bufferedOf.clear();
        held.clear();
    }

    /** Interrupts what runs; the store takes these tasks back. */
    void interrupt() {
        running.values().forEach(Attempt::interrupt);
    }

    /** Takes out the attempts that have not started, to be given back to the queue. */
    List<AttemptEnd> giveBackBuffered() {
        List<AttemptEnd> ends = new ArrayList<>();
        for (Attempt attempt : buffered) {
            held.remove(attempt.task().id());
            ends.add(attempt.end(new AttemptEnd.GivenBack()));
        }
        buffered.clear();
        bufferedOf.clear();
        return ends;
    }

    /** As {@link #giveBackBuffered}, if no attempt has started for a while: other nodes may have a free slot. */
    List<AttemptEnd> giveBackStuck(Duration patience) {
        if (buffered.isEmpty() || !clock.instant().isAfter(moved.plus(patience))) {
            return List.of();
        }
        // The tasks here take longer than any that have ended.
        averageNanos.set(ROUND_TRIP_NANOS * 2);
        stuck = true;
        return giveBackBuffered();
    }
}
