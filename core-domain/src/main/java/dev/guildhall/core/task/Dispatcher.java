package dev.guildhall.core.task;

import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.DirectDispatch;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One node's share of the queue. Each request to the store writes how attempts have ended and claims further tasks; what ends
 * while a request is under way goes with the next one, unless there is so much of it that a second request beside the first
 * is worth its price.
 */
final class Dispatcher {
    private static final Logger LOG = System.getLogger(Dispatcher.class.getName());
    private static final Duration AFTER_OUTAGE = Duration.ofMillis(200);

    /** How many threads call {@link #run}. */
    static final int THREADS = 2;

    private static final String QUEUE_OUTAGE = "the queue cannot be used, next try in {0}: {1}";

    /** Instead of an end that the store refuses. */
    private static final AttemptEnd.Result NOT_STORED = new AttemptEnd.Final(new TaskState.Failed(
            new TaskError("INVALID_OUTPUT", "the end of the task could not be stored", ErrorKind.INTERNAL)));

    private final TaskParts parts;
    private final TaskStore store;
    /** Tasks whose ends the store refuses; they stay in the queue, and are not carried out again. */
    private final Set<TaskId> setAside = ConcurrentHashMap.newKeySet();

    private final TaskWatch watch;
    private final TaskLimits.Node limits;
    private final DispatchState state;
    private final OutageLog requestOutages = new OutageLog(LOG, AFTER_OUTAGE.dividedBy(THREADS));
    private final OutageLog reconcileOutages = new OutageLog(LOG, AFTER_OUTAGE);

    Dispatcher(TaskParts parts) {
        this.parts = parts;
        this.store = parts.store();
        this.watch = parts.watch();
        this.limits = parts.limits().node();
        this.state = new DispatchState(newNode(), parts);
    }

    private NodeId newNode() {
        return new NodeId(parts.ids().next("node"));
    }

    /** The identifier of this node; it changes when the node loses its lease. */
    NodeId node() {
        return state.node();
    }

    /** Whether the node has an attempt at the task. */
    boolean holds(TaskId id) {
        return state.holds(id);
    }

    /** The queue may contain a task to claim. */
    void hint() {
        state.hint();
    }

    /**
     * Reserves slots for new tasks, which the store then claims for this node while it enqueues them: none while other tasks
     * may wait. {@link #accept} or {@link #reconcile} has to follow.
     */
    Optional<DirectDispatch> offer(int tasks) {
        return state.offer(tasks);
    }

    /** Starts the tasks that the store has claimed for an offer. */
    void accept(DirectDispatch offer, List<Task> claimed) {
        state.accept(offer, claimed);
        claimed.forEach(task -> watch.changed(task.id()));
    }

    /** The outcome of an offer is not known: the node has to ask the store for its tasks. */
    void reconcile(DirectDispatch offer) {
        state.reconcile(offer);
    }

    /** Extends the node's lease. A node that has lost its lease drops all its work and goes on as a new node. */
    void renew() {
        if (!store.renew(node(), limits.lease())) {
            LOG.log(Level.WARNING, "the lease of this node has expired; other nodes own its tasks now");
            state.restart(newNode());
            store.renew(node(), limits.lease());
        }
    }

    /** Drops the attempts that the node does not own any more. */
    void dropLost() {
        NodeId mine = node();
        Map<TaskId, Integer> fences = state.fences(mine);
        if (!fences.isEmpty()) {
            store.lost(mine, fences).forEach(id -> state.drop(id, fences.getOrDefault(id, 0)));
        }
    }

    /**
     * Sends requests to the store until the node is told to stop and the store knows of all ends, or the thread is interrupted:
     * the store does not respond in time.
     */
    void run() {
        while (!Thread.currentThread().isInterrupted()) {
            switch (state.awaitStep()) {
                case DispatchState.Step.Leave ignored -> {
                    return;
                }
                case DispatchState.Step step -> take(step);
            }
        }
    }

    /** Carries out on the calling thread what waits in the queue, and returns whether there was any. */
    boolean runDue() {
        boolean found = false;
        Optional<DispatchState.Step> step = state.nextStep(true);
        while (step.isPresent() && take(step.get())) {
            found |= parts.threads().runWaiting();
            step = state.nextStep(false);
        }
        return found;
    }

    /** Returns false in an outage of the store. */
    private boolean take(DispatchState.Step step) {
        return switch (step) {
            case DispatchState.Step.Send(SettleAndClaim request) -> send(request);
            case DispatchState.Step.Reconcile ignored -> reconcile();
            case DispatchState.Step.Leave ignored -> true;
        };
    }

    private boolean send(SettleAndClaim request) {
        SettleAndClaimResult result;
        try {
            result = Objects.requireNonNull(store.settleAndClaim(request), "the store returned no result");
            requestOutages.succeeded();
        } catch (RuntimeException | Error failure) {
            if (isOutage(failure) || request.ended().isEmpty()) {
                requestOutages.failed(QUEUE_OUTAGE, AFTER_OUTAGE, failure);
                state.failed(request);
                pause();
                return false;
            }
            LOG.log(Level.WARNING, "a batch of ended tasks was refused, they are settled one by one", failure);
            return sendOneByOne(request);
        }
        for (int i = 0; i < request.ended().size(); i++) {
            settled(request.ended().get(i), result.accepted().get(i));
        }
        state.succeeded(request, result.claimed());
        result.claimed().forEach(task -> watch.changed(task.id()));
        return true;
    }

    private static boolean isOutage(Throwable failure) {
        return failure instanceof Refusal refusal && refusal.isOutage();
    }

    /** One end that the store refuses must not stop the others. */
    private boolean sendOneByOne(SettleAndClaim request) {
        List<AttemptEnd> left = new ArrayList<>(request.ended());
        try {
            while (!left.isEmpty()) {
                AttemptEnd end = left.getFirst();
                boolean isStored = isStored(request.node(), end);
                if (!isStored && !isStored(request.node(), new AttemptEnd(end.taskId(), end.lease(), NOT_STORED))) {
                    setAside.add(end.taskId());
                    LOG.log(
                            Level.ERROR,
                            "task {0} is set aside: its end cannot be stored",
                            end.taskId().value());
                }
                left.removeFirst();
            }
            state.succeeded(request, List.of());
            return true;
        } catch (Refusal outage) {
            requestOutages.failed(QUEUE_OUTAGE, AFTER_OUTAGE, outage);
            state.failed(new SettleAndClaim(request.node(), left, request.claim(), request.from()));
            pause();
            return false;
        }
    }

    /** Whether the store has taken an end, or knows that it does not count; throws a refusal in an outage. */
    private boolean isStored(NodeId node, AttemptEnd end) {
        try {
            settled(
                    end,
                    store.settleAndClaim(new SettleAndClaim(node, List.of(end), 0))
                            .accepted()
                            .getFirst());
            return true;
        } catch (RuntimeException | Error failure) {
            if (isOutage(failure)) {
                throw failure;
            }
            LOG.log(Level.ERROR, "the end of task " + end.taskId().value() + " was refused", failure);
            return false;
        }
    }

    private void settled(AttemptEnd end, boolean accepted) {
        if (!accepted) {
            parts.stats().fenced();
            return;
        }
        switch (end.result()) {
            case AttemptEnd.Final(TaskState.Ended state) -> parts.stats().ended(state);
            case AttemptEnd.Again ignored -> parts.stats().retried();
            case AttemptEnd.GivenBack ignored -> {}
            case AttemptEnd.Wait ignored -> {}
            case AttemptEnd.Sleep ignored -> {}
        }
        watch.changed(end.taskId());
    }

    private void pause() {
        try {
            parts.ticker().pause(AFTER_OUTAGE);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts tasks that were claimed for this node in a response that was lost: no other node would ever start them. */
    private boolean reconcile() {
        NodeId mine = node();
        try {
            List<Task> held = store.held(mine).stream()
                    .filter(task -> !setAside.contains(task.id()))
                    .toList();
            reconcileOutages.succeeded();
            state.reconciled(mine, held);
            return true;
        } catch (RuntimeException | Error outage) {
            reconcileOutages.failed(QUEUE_OUTAGE, AFTER_OUTAGE, outage);
            pause();
            return false;
        } finally {
            state.endReconciling();
        }
    }

    /** Gives back tasks that have waited here for a slot for a while: other nodes may have one. */
    void giveBackStuck() {
        state.giveBackStuck(limits.patience());
    }

    /**
     * Stops in order: the node claims nothing any more, gives back at once what has not started, lets the rest run for a
     * while, then interrupts it and gives it back too. Ends {@link #run}.
     */
    void stop(Duration grace) throws InterruptedException {
        state.stop(grace);
    }

    /** Ends the node's lease. */
    void leave() {
        store.leave(node());
    }
}
