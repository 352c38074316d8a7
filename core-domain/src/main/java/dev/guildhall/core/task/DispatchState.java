package dev.guildhall.core.task;

import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.DirectDispatch;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.time.Duration;
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
 * What the threads of a node share under one lock: its attempts, their ends that the store does not know yet, and the requests
 * under way. No method calls the store.
 */
final class DispatchState {
    /** The shortest wait for attempts that were interrupted, so that their ends are stored before the node leaves. */
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition idle = lock.newCondition();
    private final int batch;
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
    /** Whether a thread waits until the next look into the queue; the others wait for work. */
    private boolean polling;

    DispatchState(NodeId node, TaskParts parts) {
        this.node = node;
        this.batch = parts.limits().node().batch();
        this.pool = new WorkerPool(parts, this::attemptEnded);
        this.policy = new ClaimPolicy(parts.clock(), parts.limits().node().poll(), pool);
    }

    /** What a thread of the dispatcher does next. */
    sealed interface Step {
        /** Sends a request; {@link #succeeded} or {@link #failed} has to follow. */
        record Send(SettleAndClaim request) implements Step {}

        /** Reads the node's tasks from the store; {@link #endReconciling} has to follow. */
        record Reconcile() implements Step {}

        record Leave() implements Step {}
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    NodeId node() {
        lock.lock();
        try {
            return node;
        } finally {
            lock.unlock();
        }
    }

    boolean holds(TaskId id) {
        return pool.holds(id);
    }

    void hint() {
        locked(() -> {
            policy.hint();
            wake();
        });
    }

    Optional<DirectDispatch> offer(int tasks) {
        lock.lock();
        try {
            int most = unreconciled ? 0 : policy.offer(tasks);
            return most > 0 ? Optional.of(new DirectDispatch(node, most)) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    void accept(DirectDispatch offer, List<Task> claimed) {
        locked(() -> {
            endOffer(offer);
            add(offer.node(), claimed);
            wake();
        });
    }

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

    /** Drops everything: the node has lost its lease. */
    void restart(NodeId next) {
        locked(() -> {
            pool.dropAll();
            ended.clear();
            node = next;
        });
    }

    /** The fencing tokens of a node's attempts; none when this is another node by now. */
    Map<TaskId, Integer> fences(NodeId owner) {
        lock.lock();
        try {
            return owner.equals(node) ? pool.fences() : Map.of();
        } finally {
            lock.unlock();
        }
    }

    void drop(TaskId id, int fence) {
        locked(() -> pool.drop(id, fence));
    }

    Step awaitStep() {
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
                polled = awaitWork();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return new Step.Leave();
        } finally {
            lock.unlock();
        }
    }

    /** The next step, without waiting: empty when there is nothing to do. {@code looks} asks for a look into the queue. */
    Optional<Step> nextStep(boolean looks) {
        lock.lock();
        try {
            if (unreconciled) {
                reconciling = true;
                return Optional.of(new Step.Reconcile());
            }
            return isRequestDue(looks) ? Optional.of(new Step.Send(nextRequest(looks))) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is time to look into the queue: one thread sees to it while the others wait for work. */
    @SuppressWarnings("WaitNotInLoop") // The caller is the loop.
    private boolean awaitWork() throws InterruptedException {
        if (polling) {
            work.await();
            return false;
        }
        polling = true;
        try {
            return !work.await(policy.untilNextLook().toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            polling = false;
            work.signal();
        }
    }

    /** One request is due as soon as it has anything to do; one beside another request only with half a batch. */
    private boolean isRequestDue(boolean polled) {
        int enough = requests == 0 ? 1 : Math.max(1, batch / 2);
        return ended.size() >= enough
                || policy.due(polled) >= enough
                || (requests == 0 && (policy.isDueForOthers(polled) || policy.isDueForOtherTypes(polled)));
    }

    private SettleAndClaim nextRequest(boolean polled) {
        List<AttemptEnd> ends = new ArrayList<>();
        while (!ended.isEmpty() && ends.size() < batch) {
            ends.add(ended.poll());
        }
        requests++;
        return policy.begin(node, ends, polled);
    }

    /** A request was successful: its tasks start. */
    void succeeded(SettleAndClaim request, List<Task> claimed) {
        locked(() -> {
            requests--;
            policy.end(request, claimed.size());
            add(request.node(), claimed);
            wake();
        });
    }

    /** The next request has the ends of one that failed, unless the node has lost these tasks meanwhile. */
    void failed(SettleAndClaim request) {
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

    /** Starts the tasks that the store knows as this node's and the node does not know. */
    void reconciled(NodeId owner, List<Task> held) {
        locked(() -> {
            add(owner, unknown(held));
            unreconciled = false;
        });
    }

    void endReconciling() {
        locked(() -> {
            reconciling = false;
            policy.hint();
            work.signalAll();
        });
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

    /**
     * Wakes a thread when there is something to do for it. A single finished attempt does not wake the thread while a
     * request runs. When something will be due after a pause, all wake, so that the one which waits for the next look waits no longer than that.
     */
    private void wake() {
        if (unreconciled || stopping) {
            work.signalAll();
        } else if (isRequestDue(false)) {
            work.signal();
        } else if (policy.isPendingForOthers()) {
            work.signalAll();
        }
    }

    void giveBackStuck(Duration patience) {
        locked(() -> {
            if (ended.addAll(pool.giveBackStuck(patience))) {
                policy.gaveBack();
                wake();
            }
        });
    }

    void stop(Duration grace) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            stopping = true;
            policy.stop();
            ended.addAll(pool.giveBackBuffered());
            work.signalAll();
            awaitIdle(grace);
            pool.interrupt();
            awaitIdle(grace.compareTo(AFTER_INTERRUPT) < 0 ? AFTER_INTERRUPT : grace);
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
}
