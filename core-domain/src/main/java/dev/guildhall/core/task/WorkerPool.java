package dev.guildhall.core.task;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * The attempts of a node: those that run, each on a thread of its own, and those that wait here for a slot. Used under the
 * lock of its dispatcher, but for {@link #holds}.
 */
final class WorkerPool {
    private final InstantSource clock;
    private final TaskExecutors executors;
    private final TaskStats stats;
    private final BiConsumer<Attempt, Optional<AttemptEnd>> ended;
    private final int workers;
    private final WorkerSlots slots;
    private final Prefetch prefetch;
    /** All attempts that the node has, running or not. */
    private final Map<TaskId, Attempt> held = new ConcurrentHashMap<>();
    /** When a task last started, or came into an empty buffer. */
    private Instant moved;

    /**
     * An empty pool.
     *
     * @param ended is called with each attempt that has run, on its thread and without the lock; the end is empty for an
     *     attempt that the node had lost
     */
    WorkerPool(
            InstantSource clock,
            TaskExecutors executors,
            TaskStats stats,
            TaskLimits limits,
            BiConsumer<Attempt, Optional<AttemptEnd>> ended) {
        this.clock = clock;
        this.executors = executors;
        this.stats = stats;
        this.ended = ended;
        this.workers = limits.workers();
        this.slots = new WorkerSlots(workers);
        this.prefetch = new Prefetch(workers, limits.node().buffered());
        this.moved = clock.instant();
    }

    /** Whether the node has an attempt at the task. Any thread may ask. */
    boolean holds(TaskId id) {
        return held.containsKey(id);
    }

    boolean isIdle() {
        return slots.isIdle();
    }

    /** How many tasks of any owner the pool takes beyond those that it has; may be negative. */
    int free() {
        return slots.open() + prefetch.size() - slots.size();
    }

    /** How many tasks one request claims at most: half of short tasks, so that the other half runs meanwhile. */
    int largestClaim() {
        return Math.max(workers, (workers + prefetch.size()) / 2);
    }

    /** How many slots are free for owners who hold none, while those for all owners are taken. */
    int keptFree() {
        return slots.keptFree();
    }

    /** The owners of all tasks here. */
    Set<UserId> owners() {
        return slots.owners();
    }

    /** Takes tasks in, and starts those that a slot is free for. */
    void add(List<Task> tasks) {
        if (!slots.isAnyBuffered()) {
            moved = clock.instant();
        }
        for (Task task : tasks) {
            Attempt attempt = new Attempt(task);
            held.put(task.id(), attempt);
            slots.buffer(attempt);
        }
        startBuffered();
    }

    void startBuffered() {
        for (Optional<Attempt> next = slots.next(); next.isPresent(); next = slots.next()) {
            Attempt attempt = next.get();
            moved = clock.instant();
            Thread.ofVirtual().name("task-" + attempt.task().id().value()).start(() -> run(attempt));
        }
    }

    private void run(Attempt attempt) {
        Instant begun = clock.instant();
        if (!attempt.begin()) {
            ended.accept(attempt, Optional.empty());
            return;
        }
        stats.began(Duration.between(attempt.task().createdAt(), begun));
        AttemptEnd.Result result;
        try {
            result = executors.execute(attempt.task());
        } catch (InterruptedException stopped) {
            result = attempt.wasInterrupted() ? new AttemptEnd.GivenBack() : executors.gaveUp(attempt.task());
        }
        prefetch.took(Duration.between(begun, clock.instant()).toNanos());
        ended.accept(attempt, attempt.finish() ? Optional.of(attempt.end(result)) : Optional.empty());
    }

    /**
     * Frees the slot of an attempt that has run.
     *
     * @return whether its owner holds no slot now
     */
    boolean free(Attempt attempt) {
        held.remove(attempt.task().id(), attempt);
        return slots.end(attempt);
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
        slots.running().forEach(attempt -> known.merge(attempt.task().id(), attempt.fence(), Math::max));
        return known;
    }

    /** Ends an attempt that the node has lost, without a result. */
    void drop(TaskId id, int fence) {
        Attempt attempt = held.get(id);
        if (attempt != null && attempt.fence() == fence) {
            held.remove(id);
            slots.unbuffer(attempt);
            attempt.abandon();
        }
    }

    /** Ends all attempts without a result: the node has lost them. */
    void dropAll() {
        slots.running().forEach(Attempt::abandon);
        slots.unbufferAll();
        held.clear();
    }

    /** Interrupts what runs; the store takes these tasks back. */
    void interrupt() {
        slots.running().forEach(Attempt::interrupt);
    }

    /** Takes out the attempts that have not started, to be given back to the queue. */
    List<AttemptEnd> giveBackBuffered() {
        List<AttemptEnd> ends = new ArrayList<>();
        for (Attempt attempt : slots.unbufferAll()) {
            held.remove(attempt.task().id());
            ends.add(attempt.end(new AttemptEnd.GivenBack()));
        }
        return ends;
    }

    /** As {@link #giveBackBuffered}, if no attempt has started for a while: other nodes may have a free slot. */
    List<AttemptEnd> giveBackStuck(Duration patience) {
        if (!slots.isAnyBuffered() || !clock.instant().isAfter(moved.plus(patience))) {
            return List.of();
        }
        prefetch.stuck();
        return giveBackBuffered();
    }
}
