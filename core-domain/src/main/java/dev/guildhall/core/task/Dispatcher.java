package dev.guildhall.core.task;

import dev.guildhall.core.time.OutageLog;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.DirectDispatch;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
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
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One node's share of the queue: claims tasks, carries each out on a thread of its own, and writes how they ended. Ends and
 * claims go in one turn; what ends while one is under way goes with the next, unless there is so much of it that a second
 * turn beside the first is worth its price. Thread-safe.
 */
final class Dispatcher {
    private static final Logger LOG = System.getLogger(Dispatcher.class.getName());
    private static final Duration AFTER_OUTAGE = Duration.ofMillis(200);
    /** The shortest pause between two looks for owners who hold no slot: they pass over many tasks of those who do. */
    private static final Duration BETWEEN_LOOKS_FOR_OTHERS = Duration.ofMillis(20);

    private static final int PAUSE_PER_LOOK_FOR_OTHERS = 10;

    /** How many threads take turns. */
    static final int TURNS_AT_ONCE = 2;

    private static final String QUEUE_OUTAGE = "the queue cannot be used, next try in {0}: {1}";

    private final TaskStore store;
    private final TaskExecutors executors;
    private final TaskWatch watch;
    private final TaskStats stats;
    private final TaskLimits limits;
    private final OutageLog turnOutages = new OutageLog(LOG, AFTER_OUTAGE.dividedBy(TURNS_AT_ONCE));
    private final OutageLog lookOutages = new OutageLog(LOG, AFTER_OUTAGE);
    private final InstantSource clock;
    private final Ticker ticker;
    private final IdSource ids;
    private final Prefetch prefetch;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition idle = lock.newCondition();
    /** All that the node has, running or not. */
    private final Map<TaskId, Attempt> held = new ConcurrentHashMap<>();

    private final WorkerSlots slots;
    private final Deque<AttemptEnd> ended = new ArrayDeque<>();
    private NodeId node;
    /** Looks for tasks of all owners, and for tasks of owners who hold no slot when only kept slots are free. */
    private final Look all;

    private final Look others;
    /** Turns under way, and how many tasks they are to claim. */
    private int turns;

    private int asked;
    /** How many tasks that are being kept may yet begin here at once. */
    private int offered;
    /** When a task was last begun, or came into an empty buffer. */
    private Instant moved;

    private boolean stopping;
    private boolean leaving;
    /** Whether something may have been claimed without this node's hearing of it, and whether it is being found out. */
    private boolean unanswered;

    private boolean learning;

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
        this.slots = new WorkerSlots(limits.workers());
        this.moved = clock.instant();
        this.all = new Look(moved);
        this.others = new Look(moved);
    }

    /** When the queue is looked at next. */
    private final class Look {
        /** Whether there was word of something to claim since the last look. */
        private boolean hinted = true;
        /** Whether the last look found all that it wanted: so there is more. */
        private boolean more;

        private Instant last;
        /** How long the last look took. */
        private Duration took = Duration.ZERO;

        Look(Instant last) {
            this.last = last;
        }

        boolean isDue() {
            return hinted || more || isAgo(limits.node().poll());
        }

        boolean isAgo(Duration time) {
            return !clock.instant().isBefore(last.plus(time));
        }

        void begin() {
            hinted = false;
            last = clock.instant();
        }

        void end(boolean foundAll) {
            more = foundAll;
            took = Duration.between(last, clock.instant());
        }
    }

    /** Where time and identifiers come from. */
    record Sources(InstantSource clock, Ticker ticker, IdSource ids) {}

    /** Whether it is for this node. */
    boolean concerns(TaskHint hint) {
        return switch (hint) {
            case TaskHint.Ready ignored -> true;
            case TaskHint.Ended(TaskId id) -> held.containsKey(id);
            case TaskHint.Unprocessed ignored -> false;
        };
    }

    /** Something may have changed. Blocks when the node has what has ended. */
    void heard(TaskHint hint) {
        switch (hint) {
            case TaskHint.Ready ignored -> {
                lock.lock();
                try {
                    hint();
                    wake();
                } finally {
                    lock.unlock();
                }
            }
            case TaskHint.Ended(TaskId id) -> {
                if (held.containsKey(id)) {
                    dropLost();
                }
            }
            case TaskHint.Unprocessed ignored -> {}
        }
    }

    private void hint() {
        all.hinted = true;
        others.hinted = true;
    }

    /**
     * How many of so many new tasks this node would begin at once: none while others may wait, which would come first. It
     * has to be told what became of the offer, by {@link #take} or by {@link #doubt}.
     */
    Optional<DirectDispatch> offer(int tasks) {
        lock.lock();
        try {
            boolean free = !all.hinted && !all.more && asked == 0 && !unanswered;
            int most = free ? Math.min(tasks, claimable()) : 0;
            offered += most;
            return most > 0 ? Optional.of(new DirectDispatch(node, most)) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Begins what has come of an offer. */
    void take(DirectDispatch offer, List<Task> claimed) {
        lock.lock();
        try {
            over(offer);
            begin(offer.node(), claimed);
        } finally {
            lock.unlock();
        }
        claimed.forEach(task -> watch.changed(task.id()));
    }

    /** It is not known what has come of an offer: what the node was given it has to ask for. */
    void doubt(DirectDispatch offer) {
        lock.lock();
        try {
            unanswered = true;
            over(offer);
        } finally {
            lock.unlock();
        }
    }

    private void over(DirectDispatch offer) {
        offered -= offer.most();
        if (offered == 0) {
            idle.signalAll();
        }
        wake();
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

    /** What this node is now: another one since its lease was lost. */
    NodeId node() {
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
            slots.running().forEach(Attempt::abandon);
            slots.unbufferAll();
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
                slots.unbuffer(attempt);
                attempt.abandon();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What a thread that takes turns does next. */
    private sealed interface Step {
        record Take(SettleAndClaim settleAndClaim) implements Step {}

        /** Find out what was claimed without an answer. */
        record Learn() implements Step {}

        record Leave() implements Step {}
    }

    /** Takes turns until it is told to stop and everything has been told. {@link #TURNS_AT_ONCE} threads do. */
    void run() {
        while (true) {
            switch (awaitStep()) {
                case Step.Take(SettleAndClaim settleAndClaim) -> take(settleAndClaim);
                case Step.Learn ignored -> learn();
                case Step.Leave ignored -> {
                    return;
                }
            }
        }
    }

    private Step awaitStep() {
        lock.lock();
        try {
            boolean due = false;
            while (true) {
                if (unanswered) {
                    // What offers and turns bring is begun by whoever took them, and must not be taken for lost before.
                    if (!learning && turns == 0 && offered == 0) {
                        learning = true;
                        return new Step.Learn();
                    }
                } else if (isTurnWorthwhile(due)) {
                    return new Step.Take(nextTurn(due));
                } else if (leaving && ended.isEmpty()) {
                    return new Step.Leave();
                }
                due = !work.await(untilNextLook().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts the dispatcher", impossible);
        } finally {
            lock.unlock();
        }
    }

    private Duration untilNextLook() {
        return isLookForOthersPending()
                ? betweenLooksForOthers()
                : limits.node().poll();
    }

    private Duration betweenLooksForOthers() {
        Duration pause = others.took.multipliedBy(PAUSE_PER_LOOK_FOR_OTHERS);
        return pause.compareTo(BETWEEN_LOOKS_FOR_OTHERS) > 0 ? pause : BETWEEN_LOOKS_FOR_OTHERS;
    }

    private boolean isLookForOthersPending() {
        return others.hinted && claimableOfOthers() > 0;
    }

    /** Alone always when there is something to do; beside another turn only for half of what one can do at most. */
    private boolean isTurnWorthwhile(boolean due) {
        int claim = due || all.isDue() ? claimable() : 0;
        int much = turns == 0 ? 1 : Math.max(1, limits.node().batch() / 2);
        return ended.size() >= much || claim >= much || (turns == 0 && isLookForOthersDue(due));
    }

    private boolean isLookForOthersDue(boolean due) {
        return claimableOfOthers() > 0 && others.isAgo(betweenLooksForOthers()) && (due || others.isDue());
    }

    private SettleAndClaim nextTurn(boolean due) {
        List<AttemptEnd> ends = new ArrayList<>();
        while (!ended.isEmpty() && ends.size() < limits.node().batch()) {
            ends.add(ended.poll());
        }
        turns++;
        int claim = due || all.isDue() ? Math.min(claimable(), share()) : 0;
        if (claim == 0 && isLookForOthersDue(due)) {
            others.begin();
            int most = claimableOfOthers();
            asked += most;
            return new SettleAndClaim(node, ends, most, slots.owners());
        }
        if (claim > 0) {
            all.begin();
            asked += claim;
        }
        return new SettleAndClaim(node, ends, claim);
    }

    /** What one turn claims at most: of short tasks half, so that the others are carried out meanwhile. */
    private int share() {
        return Math.max(limits.workers(), (limits.workers() + prefetch.size()) / 2);
    }

    private int claimable() {
        int busy = slots.size() + offered + asked;
        return stopping ? 0 : Math.max(0, slots.open() + prefetch.size() - busy);
    }

    private int claimableOfOthers() {
        return stopping || asked > 0 ? 0 : slots.keptFree();
    }

    private void take(SettleAndClaim settleAndClaim) {
        SettleAndClaimResult turned;
        try {
            turned = store.settleAndClaim(settleAndClaim);
            turnOutages.succeeded();
        } catch (RuntimeException outage) {
            turnOutages.failed(QUEUE_OUTAGE, AFTER_OUTAGE, outage);
            giveBack(settleAndClaim);
            pause();
            return;
        }
        for (int i = 0; i < settleAndClaim.ended().size(); i++) {
            told(settleAndClaim.ended().get(i), turned.accepted().get(i));
        }
        lock.lock();
        try {
            if (settleAndClaim.claim() > 0) {
                Look look = settleAndClaim.except().isEmpty() ? all : others;
                look.end(turned.claimed().size() == settleAndClaim.claim());
            }
            over(settleAndClaim);
            begin(settleAndClaim.node(), turned.claimed());
        } finally {
            lock.unlock();
        }
        turned.claimed().forEach(task -> watch.changed(task.id()));
    }

    private void over(SettleAndClaim settleAndClaim) {
        turns--;
        asked -= settleAndClaim.claim();
        wake();
    }

    /** Wakes a thread that takes turns when there is something to do for it: most ends are no reason while one is under way. */
    private void wake() {
        if (unanswered || stopping) {
            work.signalAll();
        } else if (isTurnWorthwhile(false) || isLookForOthersPending()) {
            work.signal();
        }
    }

    /** Learns of tasks that were claimed by a call whose answer was lost: nobody else would ever begin them. */
    private void learn() {
        NodeId mine = node();
        try {
            List<Task> known = store.held(mine);
            lookOutages.succeeded();
            lock.lock();
            try {
                begin(mine, unknown(known));
                unanswered = false;
            } finally {
                lock.unlock();
            }
        } catch (RuntimeException outage) {
            lookOutages.failed(QUEUE_OUTAGE, AFTER_OUTAGE, outage);
            pause();
        } finally {
            learnt();
        }
    }

    private void learnt() {
        lock.lock();
        try {
            learning = false;
            hint();
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private List<Task> unknown(List<Task> tasks) {
        Map<TaskId, Integer> known = new HashMap<>();
        ended.forEach(end -> known.merge(end.taskId(), end.hold().fence(), Math::max));
        slots.running().forEach(attempt -> known.merge(attempt.task().id(), attempt.fence(), Math::max));
        held.forEach((id, attempt) -> known.merge(id, attempt.fence(), Math::max));
        return tasks.stream()
                .filter(task -> known.getOrDefault(task.id(), 0) < task.fence())
                .toList();
    }

    /** What could not be told is told the next time, unless the node has lost it meanwhile. */
    private void giveBack(SettleAndClaim settleAndClaim) {
        lock.lock();
        try {
            if (settleAndClaim.node().equals(node)) {
                settleAndClaim.ended().reversed().forEach(ended::addFirst);
            }
            unanswered = true;
            hint();
            over(settleAndClaim);
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
            case AttemptEnd.Final(TaskState.Ended state) -> stats.ended(state);
            case AttemptEnd.Again ignored -> stats.retried();
            case AttemptEnd.GivenBack ignored -> {}
        }
        watch.changed(end.taskId());
    }

    private void begin(NodeId claimant, List<Task> claimed) {
        if (!claimant.equals(node)) {
            return;
        }
        if (!slots.isAnyBuffered()) {
            moved = clock.instant();
        }
        for (Task task : claimed) {
            Attempt attempt = new Attempt(task);
            if (stopping) {
                ended.add(attempt.end(new AttemptEnd.GivenBack()));
            } else {
                held.put(task.id(), attempt);
                slots.buffer(attempt);
            }
        }
        beginBuffered();
        wake();
    }

    private void beginBuffered() {
        for (Optional<Attempt> next = slots.next(); next.isPresent(); next = slots.next()) {
            Attempt attempt = next.get();
            moved = clock.instant();
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
            others.hinted |= slots.end(attempt);
            held.remove(attempt.task().id(), attempt);
            ended.addAll(ends);
            if (!stopping) {
                beginBuffered();
            }
            if (slots.isIdle()) {
                idle.signalAll();
            }
            wake();
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
            giveBackBuffered();
            work.signalAll();
            awaitIdle(limits.node().grace());
            slots.running().forEach(Attempt::interrupt);
            awaitIdle(limits.node().grace());
            leaving = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void giveBackBuffered() {
        for (Attempt unbegun : slots.unbufferAll()) {
            held.remove(unbegun.task().id());
            ended.add(unbegun.end(new AttemptEnd.GivenBack()));
        }
    }

    /** Gives back what waits here for a worker, when none has been free for a while: others may have one. */
    void giveBackStuck() {
        lock.lock();
        try {
            if (slots.isAnyBuffered()
                    && clock.instant().isAfter(moved.plus(limits.node().patience()))) {
                prefetch.stuck();
                giveBackBuffered();
                wake();
            }
        } finally {
            lock.unlock();
        }
    }

    private void awaitIdle(Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        while ((!slots.isIdle() || offered > 0) && left > 0) {
            left = idle.awaitNanos(left);
        }
    }

    /** Tells the store that the node holds nothing any more. */
    void leave() {
        store.leave(node());
    }
}
