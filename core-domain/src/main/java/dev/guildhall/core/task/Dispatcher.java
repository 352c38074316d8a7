package dev.guildhall.core.task;

import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.Turn;
import dev.guildhall.ports.task.Turned;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One node's share of the queue: claims tasks, carries each out on a thread of its own, and writes how they ended. Ends and
 * claims go in one statement; what ends while one is under way goes with the next. Thread-safe.
 */
final class Dispatcher {
    private static final Logger LOG = System.getLogger(Dispatcher.class.getName());
    private static final Duration AFTER_OUTAGE = Duration.ofMillis(200);

    /** What tells whether there may be something to claim. */
    private enum Known {
        NOTHING,
        MAYBE
    }

    private final TaskStore store;
    private final TaskExecutors executors;
    private final TaskWatch watch;
    private final TaskStats stats;
    private final TaskLimits limits;
    private final InstantSource clock;
    private final Ticker ticker;
    private final IdSource ids;
    private final Prefetch prefetch;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition idle = lock.newCondition();
    /** All that the node has, running or not. */
    private final Map<TaskId, Attempt> held = new ConcurrentHashMap<>();

    private final Map<TaskId, Attempt> running = new HashMap<>();
    private final Deque<Attempt> buffered = new ArrayDeque<>();
    private final Deque<AttemptEnd> ended = new ArrayDeque<>();
    private NodeId node;
    private Known ready = Known.MAYBE;
    private boolean stopping;
    private boolean leaving;
    /** Whether a turn may have been taken that was not answered. Only the thread that takes turns asks. */
    private boolean unanswered;

    Dispatcher(
            Sources sources,
            TaskStore store,
            TaskExecutors executors,
            TaskWatch watch,
            TaskStats stats,
            TaskLimits limits) {
        this.clock = sources.clock();
        this.ticker = sources.ticker();
        this.ids = sources.ids();
        this.store = store;
        this.executors = executors;
        this.watch = watch;
        this.stats = stats;
        this.limits = limits;
        this.prefetch = new Prefetch(limits.workers(), limits.node().buffered());
        this.node = new NodeId(ids.next("node"));
    }

    /** Where time and identifiers come from. */
    record Sources(InstantSource clock, Ticker ticker, IdSource ids) {}

    /** Whether it is for this node. */
    boolean concerns(TaskHint hint) {
        return switch (hint) {
            case TaskHint.Ready ignored -> true;
            case TaskHint.Ended(TaskId id) -> held.containsKey(id);
        };
    }

    /** Something may have changed. Blocks when the node has what has ended. */
    void heard(TaskHint hint) {
        switch (hint) {
            case TaskHint.Ready ignored -> {
                lock.lock();
                try {
                    ready = Known.MAYBE;
                    work.signalAll();
                } finally {
                    lock.unlock();
                }
            }
            case TaskHint.Ended(TaskId id) -> {
                if (held.containsKey(id)) {
                    dropLost();
                }
            }
        }
    }

    /** Makes the node's lease longer; one that was lost takes the work of the node with it. */
    void renew() {
        NodeId mine = node();
        if (!store.renew(mine, limits.node().lease())) {
            LOG.log(Level.WARNING, "this node was silent for too long; what it was at is others' now");
            restart();
            store.renew(node(), limits.node().lease());
        }
    }

    private NodeId node() {
        lock.lock();
        try {
            return node;
        } finally {
            lock.unlock();
        }
    }

    private void restart() {
        lock.lock();
        try {
            running.values().forEach(Attempt::abandon);
            buffered.clear();
            held.clear();
            ended.clear();
            node = new NodeId(ids.next("node"));
        } finally {
            lock.unlock();
        }
    }

    /** Ends what the node is at and does not hold any more. */
    void dropLost() {
        Map<TaskId, Integer> fences = new HashMap<>();
        NodeId mine;
        lock.lock();
        try {
            mine = node;
            held.forEach((id, attempt) -> fences.put(id, attempt.fence()));
        } finally {
            lock.unlock();
        }
        if (!fences.isEmpty()) {
            store.lost(mine, fences).forEach(id -> drop(id, fences.getOrDefault(id, 0)));
        }
    }

    private void drop(TaskId id, int fence) {
        lock.lock();
        try {
            Attempt attempt = held.get(id);
            if (attempt != null && attempt.fence() == fence) {
                held.remove(id);
                buffered.remove(attempt);
                attempt.abandon();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes turns until it is told to stop and everything has been told. */
    void run() {
        while (true) {
            Turn turn = awaitTurn();
            if (turn.claim() == 0 && turn.ended().isEmpty()) {
                return;
            }
            if (unanswered) {
                giveBack(turn);
                learn();
            } else {
                take(turn);
            }
        }
    }

    /** The next turn; one without anything in it is the sign to go. */
    private Turn awaitTurn() {
        lock.lock();
        try {
            boolean due = false;
            while (ended.isEmpty() && !leaving && !(claimable() > 0 && (due || ready == Known.MAYBE))) {
                due = !work.await(limits.node().poll().toNanos(), TimeUnit.NANOSECONDS);
            }
            List<AttemptEnd> ends = new ArrayList<>();
            while (!ended.isEmpty() && ends.size() < limits.node().turn()) {
                ends.add(ended.poll());
            }
            ready = Known.NOTHING;
            return new Turn(node, ends, claimable());
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts the dispatcher", impossible);
        } finally {
            lock.unlock();
        }
    }

    private int claimable() {
        return stopping ? 0 : Math.max(0, limits.workers() + prefetch.size() - running.size() - buffered.size());
    }

    private void take(Turn turn) {
        Turned turned;
        try {
            turned = store.turn(turn);
        } catch (RuntimeException outage) {
            LOG.log(Level.WARNING, "the queue cannot be reached, next try in {0}: {1}", AFTER_OUTAGE, outage);
            giveBack(turn);
            unanswered = true;
            pause();
            return;
        }
        for (int i = 0; i < turn.ended().size(); i++) {
            told(turn.ended().get(i), turned.accepted().get(i));
        }
        begin(turn, turned.claimed());
    }

    /** Learns of tasks that were claimed by a turn whose answer was lost: nobody else would ever begin them. */
    private void learn() {
        NodeId mine = node();
        try {
            begin(new Turn(mine, List.of(), 0), unknown(store.held(mine)));
            unanswered = false;
        } catch (RuntimeException outage) {
            LOG.log(Level.WARNING, "the queue cannot be reached, next try in {0}: {1}", AFTER_OUTAGE, outage);
            pause();
        }
    }

    private List<Task> unknown(List<Task> tasks) {
        lock.lock();
        try {
            Map<TaskId, Integer> known = new HashMap<>();
            ended.forEach(end -> known.merge(end.taskId(), end.hold().fence(), Math::max));
            running.forEach((id, attempt) -> known.merge(id, attempt.fence(), Math::max));
            held.forEach((id, attempt) -> known.merge(id, attempt.fence(), Math::max));
            return tasks.stream()
                    .filter(task -> known.getOrDefault(task.id(), 0) < task.fence())
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** What could not be told is told the next time, unless the node has lost it meanwhile. */
    private void giveBack(Turn turn) {
        lock.lock();
        try {
            if (turn.node().equals(node)) {
                turn.ended().reversed().forEach(ended::addFirst);
            }
            ready = Known.MAYBE;
        } finally {
            lock.unlock();
        }
    }

    private void pause() {
        try {
            ticker.pause(AFTER_OUTAGE);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts the dispatcher", impossible);
        }
    }

    private void told(AttemptEnd end, boolean accepted) {
        if (!accepted) {
            stats.fenced();
            return;
        }
        switch (end.result()) {
            case AttemptEnd.Final ignored -> stats.ended();
            case AttemptEnd.Again ignored -> stats.retried();
            case AttemptEnd.GivenBack ignored -> {}
        }
        watch.changed(end.taskId());
    }

    private void begin(Turn turn, List<Task> claimed) {
        lock.lock();
        try {
            if (claimed.size() == turn.claim() && turn.claim() > 0) {
                ready = Known.MAYBE;
            }
            for (Task task : claimed) {
                Attempt attempt = new Attempt(task);
                if (!turn.node().equals(node)) {
                    continue;
                }
                if (stopping) {
                    ended.add(attempt.end(new AttemptEnd.GivenBack()));
                } else {
                    held.put(task.id(), attempt);
                    buffered.add(attempt);
                }
            }
            beginBuffered();
        } finally {
            lock.unlock();
        }
        claimed.forEach(task -> watch.changed(task.id()));
    }

    private void beginBuffered() {
        while (running.size() < limits.workers() && !buffered.isEmpty()) {
            Attempt attempt = buffered.poll();
            running.put(attempt.task().id(), attempt);
            Thread.ofVirtual().name("task-" + attempt.task().id().value()).start(() -> carryOut(attempt));
        }
    }

    private void carryOut(Attempt attempt) {
        Instant begun = clock.instant();
        if (!attempt.begin()) {
            over(attempt, List.of());
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
        over(attempt, attempt.finish() ? List.of(attempt.end(result)) : List.of());
    }

    private void over(Attempt attempt, List<AttemptEnd> ends) {
        lock.lock();
        try {
            running.remove(attempt.task().id(), attempt);
            held.remove(attempt.task().id(), attempt);
            ended.addAll(ends);
            if (!stopping) {
                beginBuffered();
            }
            if (running.isEmpty()) {
                idle.signalAll();
            }
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stops in order: nothing is claimed any more, what has not begun goes back at once, what is running goes on for a
     * while, and is then ended and goes back too. Ends {@link #run}.
     */
    void stop() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            stopping = true;
            while (!buffered.isEmpty()) {
                Attempt unbegun = buffered.poll();
                held.remove(unbegun.task().id());
                ended.add(unbegun.end(new AttemptEnd.GivenBack()));
            }
            work.signalAll();
            awaitIdle(limits.node().grace());
            running.values().forEach(Attempt::interrupt);
            awaitIdle(limits.node().grace());
            leaving = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitIdle(Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        while (!running.isEmpty() && left > 0) {
            left = idle.awaitNanos(left);
        }
    }

    /** Tells the store that the node holds nothing any more. */
    void leave() {
        store.leave(node());
    }
}
