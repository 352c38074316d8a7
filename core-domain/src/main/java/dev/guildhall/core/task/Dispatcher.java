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
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One node's share of the queue. Each request to the store writes how attempts have ended and claims further tasks; what ends
 * while a request is under way goes with the next one, unless there is so much of it that a second request beside the first
 * is worth its price. Thread-safe.
 */
final class Dispatcher {
    private static final Logger LOG = System.getLogger(Dispatcher.class.getName());
    private static final Duration AFTER_OUTAGE = Duration.ofMillis(200);

    /** How many threads call {@link #run}. */
    static final int THREADS = 2;

    private static final String QUEUE_OUTAGE = "the queue cannot be used, next try in {0}: {1}";

    private final TaskStore store;
    private final TaskWatch watch;
    private final TaskStats stats;
    private final TaskLimits.Node limits;
    private final OutageLog requestOutages = new OutageLog(LOG, AFTER_OUTAGE.dividedBy(THREADS));
    private final OutageLog reconcileOutages = new OutageLog(LOG, AFTER_OUTAGE);
    private final Ticker ticker;
    private final IdSource ids;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition idle = lock.newCondition();
    private final WorkerPool pool;
    private final ClaimPolicy policy;
    /** Ends of attempts that the store does not know yet. */
    private final Deque<AttemptEnd> ended = new ArrayDeque<>();

    private NodeId node;
    private int requests;
    private boolean stopping;
    private boolean leaving;
    /** Whether the store may have given this node tasks in a response that was lost, and whether they are being read. */
    private boolean unreconciled;

    private boolean reconciling;

    Dispatcher(
            Sources sources,
            TaskStore store,
            TaskExecutors executors,
            TaskWatch watch,
            TaskStats stats,
            TaskLimits limits) {
        this.ticker = sources.ticker();
        this.ids = sources.ids();
        this.store = store;
        this.watch = watch;
        this.stats = stats;
        this.limits = limits.node();
        this.node = new NodeId(ids.next("node"));
        this.pool = new WorkerPool(sources.clock(), executors, stats, limits, this::attemptEnded);
        this.policy = new ClaimPolicy(sources.clock(), limits.node().poll(), pool);
    }

    /** Where time and identifiers come from. */
    record Sources(InstantSource clock, Ticker ticker, IdSource ids) {}

    /** Whether a hint is of use to this node. */
    boolean concerns(TaskHint hint) {
        return switch (hint) {
            case TaskHint.Ready ignored -> true;
            case TaskHint.Ended(TaskId id) -> pool.holds(id);
            case TaskHint.Unprocessed ignored -> false;
        };
    }

    /** Acts on a hint. Blocks when a task of this node has ended. */
    void onHint(TaskHint hint) {
        switch (hint) {
            case TaskHint.Ready ignored ->
                locked(() -> {
                    policy.hint();
                    wake();
                });
            case TaskHint.Ended(TaskId id) -> {
                if (pool.holds(id)) {
                    dropLost();
                }
            }
            case TaskHint.Unprocessed ignored -> {}
        }
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reserves slots for new tasks, which the store then claims for this node while it enqueues them: none while other tasks
     * may wait. {@link #accept} or {@link #reconcile} has to follow.
     */
    Optional<DirectDispatch> offer(int tasks) {
        lock.lock();
        try {
            int most = unreconciled ? 0 : policy.offer(tasks);
            return most > 0 ? Optional.of(new DirectDispatch(node, most)) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Starts the tasks that the store has claimed for an offer. */
    void accept(DirectDispatch offer, List<Task> claimed) {
        locked(() -> {
            endOffer(offer);
            add(offer.node(), claimed);
            wake();
        });
        claimed.forEach(task -> watch.changed(task.id()));
    }

    /** The outcome of an offer is not known: the node has to ask the store for its tasks. */
    void reconcile(DirectDispatch offer) {
        locked(() -> {
            unreconciled = true;
            endOffer(offer);
            wake();
        });
    }

    private void endOffer(DirectDispatch offer) {
        policy.endOffer(offer.most());
        if (!policy.isOffering()) {
            idle.signalAll();
        }
    }

    /** Extends the node's lease. A node that has lost its lease drops all its work and goes on as a new node. */
    void renew() {
        NodeId mine = node();
        if (!store.renew(mine, limits.lease())) {
            LOG.log(Level.WARNING, "the lease of this node has expired; other nodes own its tasks now");
            restart();
            store.renew(node(), limits.lease());
        }
    }

    /** The identifier of this node; it changes when the node loses its lease. */
    NodeId node() {
        lock.lock();
        try {
            return node;
        } finally {
            lock.unlock();
        }
    }

    private void restart() {
        locked(() -> {
            pool.dropAll();
            ended.clear();
            node = new NodeId(ids.next("node"));
        });
    }

    /** Drops the attempts that the node does not own any more. */
    void dropLost() {
        Map<TaskId, Integer> fences;
        NodeId mine;
        lock.lock();
        try {
            mine = node;
            fences = pool.fences();
        } finally {
            lock.unlock();
        }
        if (!fences.isEmpty()) {
            store.lost(mine, fences).forEach(id -> locked(() -> pool.drop(id, fences.getOrDefault(id, 0))));
        }
    }

    /** What a thread does next. */
    private sealed interface Step {
        record Send(SettleAndClaim request) implements Step {}

        record Reconcile() implements Step {}

        record Leave() implements Step {}
    }

    /** Sends requests to the store until the node is told to stop and the store knows of all ends. */
    void run() {
        while (true) {
            switch (awaitStep()) {
                case Step.Send(SettleAndClaim request) -> send(request);
                case Step.Reconcile ignored -> reconcile();
                case Step.Leave ignored -> {
                    return;
                }
            }
        }
    }

    private Step awaitStep() {
        lock.lock();
        try {
            boolean polled = false;
            while (true) {
                if (unreconciled) {
                    // The threads that wait for responses start the tasks in them: the node must not take these for
                    // lost.
                    if (!reconciling && requests == 0 && !policy.isOffering()) {
                        reconciling = true;
                        return new Step.Reconcile();
                    }
                } else if (isRequestDue(polled)) {
                    return new Step.Send(nextRequest(polled));
                } else if (leaving && ended.isEmpty()) {
                    return new Step.Leave();
                }
                polled = !work.await(policy.untilNextLook().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("no thread interrupts the dispatcher", impossible);
        } finally {
            lock.unlock();
        }
    }

    /** One request is due as soon as it has anything to do; one beside another request only with half a batch. */
    private boolean isRequestDue(boolean polled) {
        int enough = requests == 0 ? 1 : Math.max(1, limits.batch() / 2);
        return ended.size() >= enough
                || policy.due(polled) >= enough
                || (requests == 0 && policy.isDueForOthers(polled));
    }

    private SettleAndClaim nextRequest(boolean polled) {
        List<AttemptEnd> ends = new ArrayList<>();
        while (!ended.isEmpty() && ends.size() < limits.batch()) {
            ends.add(ended.poll());
        }
        requests++;
        ClaimPolicy.Claim claim = policy.begin(polled);
        return new SettleAndClaim(node, ends, claim.most(), claim.except());
    }

    private void send(SettleAndClaim request) {
        SettleAndClaimResult result;
        try {
            result = store.settleAndClaim(request);
            requestOutages.succeeded();
        } catch (RuntimeException outage) {
            requestOutages.failed(QUEUE_OUTAGE, AFTER_OUTAGE, outage);
            requeue(request);
            pause();
            return;
        }
        for (int i = 0; i < request.ended().size(); i++) {
            settled(request.ended().get(i), result.accepted().get(i));
        }
        locked(() -> {
            requests--;
            policy.end(request, result.claimed().size());
            add(request.node(), result.claimed());
            wake();
        });
        result.claimed().forEach(task -> watch.changed(task.id()));
    }

    private void settled(AttemptEnd end, boolean accepted) {
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

    /** The next request has the ends of one that failed, unless the node has lost these tasks meanwhile. */
    private void requeue(SettleAndClaim request) {
        locked(() -> {
            if (request.node().equals(node)) {
                request.ended().reversed().forEach(ended::addFirst);
            }
            unreconciled = true;
            requests--;
            policy.fail(request);
            wake();
        });
    }

    private void pause() {
        try {
            ticker.pause(AFTER_OUTAGE);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("no thread interrupts the dispatcher", impossible);
        }
    }

    /** Starts tasks that were claimed for this node in a response that was lost: no other node would ever start them. */
    private void reconcile() {
        NodeId mine = node();
        try {
            List<Task> known = store.held(mine);
            reconcileOutages.succeeded();
            locked(() -> {
                add(mine, unknown(known));
                unreconciled = false;
            });
        } catch (RuntimeException outage) {
            reconcileOutages.failed(QUEUE_OUTAGE, AFTER_OUTAGE, outage);
            pause();
        } finally {
            locked(() -> {
                reconciling = false;
                policy.hint();
                work.signalAll();
            });
        }
    }

    private List<Task> unknown(List<Task> tasks) {
        Map<TaskId, Integer> known = pool.knownFences();
        ended.forEach(end -> known.merge(end.taskId(), end.lease().fence(), Math::max));
        return tasks.stream()
                .filter(task -> known.getOrDefault(task.id(), 0) < task.fence())
                .toList();
    }

    private void add(NodeId claimant, List<Task> claimed) {
        if (!claimant.equals(node)) {
            return;
        }
        if (stopping) {
            claimed.forEach(task -> ended.add(new Attempt(task).end(new AttemptEnd.GivenBack())));
        } else {
            pool.add(claimed);
        }
    }

    private void attemptEnded(Attempt attempt, Optional<AttemptEnd> end) {
        locked(() -> {
            if (pool.free(attempt)) {
                policy.hintOthers();
            }
            end.ifPresent(ended::add);
            if (!stopping) {
                pool.startBuffered();
            }
            if (pool.isIdle()) {
                idle.signalAll();
            }
            wake();
        });
    }

    /** Wakes a thread when there is something to do for it: one end is no reason while a request is under way. */
    private void wake() {
        if (unreconciled || stopping) {
            work.signalAll();
        } else if (isRequestDue(false) || policy.isPendingForOthers()) {
            work.signal();
        }
    }

    /** Gives back tasks that have waited here for a slot for a while: other nodes may have one. */
    void giveBackStuck() {
        locked(() -> {
            if (ended.addAll(pool.giveBackStuck(limits.patience()))) {
                wake();
            }
        });
    }

    /**
     * Stops in order: the node claims nothing any more, gives back at once what has not started, lets the rest run for a
     * while, then interrupts it and gives it back too. Ends {@link #run}.
     */
    void stop() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            stopping = true;
            policy.stop();
            ended.addAll(pool.giveBackBuffered());
            work.signalAll();
            awaitIdle(limits.grace());
            pool.interrupt();
            awaitIdle(limits.grace());
            leaving = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitIdle(Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        while ((!pool.isIdle() || policy.isOffering()) && left > 0) {
            left = idle.awaitNanos(left);
        }
    }

    /** Ends the node's lease. */
    void leave() {
        store.leave(node());
    }
}
