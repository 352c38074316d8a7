package dev.guildhall.core.workflow;

import dev.guildhall.core.time.DueWork;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.workflow.WorkflowId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Advances every workflow that has an ended task, until its thread is interrupted. Any number of nodes may do this:
 * each workflow is advanced by one of them at a time, in one transaction, so that a crash leaves no partial change. One
 * runner has one thread; {@link #wake} and {@link #round} are thread-safe.
 */
public final class WorkflowRunner implements DueWork {
    private static final Logger LOG = System.getLogger(WorkflowRunner.class.getName());

    /** How many workflows with steps that wait for room are tried in one round. */
    private static final int WAITING_AT_ONCE = 10;

    private final InstantSource clock;
    private final Ticker ticker;
    private final Stores stores;
    private final WorkflowProgress progress;
    private final WorkflowLimits limits;
    private final Semaphore hints = new Semaphore(0);

    /** Workflows that could not be advanced, and when the next attempt is. */
    private final Map<WorkflowId, Instant> postponed = new HashMap<>();

    public WorkflowRunner(
            InstantSource clock, Ticker ticker, Stores stores, WorkflowProgress progress, WorkflowLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.stores = stores;
        this.progress = progress;
        this.limits = limits;
    }

    @Override
    public boolean runDue(Instant now) {
        return round() > 0;
    }

    /** Hints that there may be work. Does not block. */
    public void wake() {
        if (hints.availablePermits() == 0) {
            hints.release();
        }
    }

    @Override
    public void run() {
        TaskQueue.Subscription listening = stores.tasks().listen(hint -> {
            if (hint instanceof TaskHint.Unprocessed) {
                wake();
            }
        });
        Thread pulse = Thread.ofVirtual().name("workflow-pulse").start(this::beat);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                attempt();
                hints.acquire();
                hints.drainPermits();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            pulse.interrupt();
            listening.close();
        }
    }

    /** Hints may be lost, so the runner also polls. */
    private void beat() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                ticker.pause(limits.every());
                wake();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void attempt() {
        try {
            round();
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "workflows could not be advanced, next attempt in {0}: {1}", limits.every(), outage);
        }
    }

    /**
     * Advances workflows until there are none left, or the round reaches its limit; the rest is left for the next
     * round.
     *
     * @return how many it advanced
     * @throws Refusal with {@code CommonProblem.Unavailable} when the store cannot be reached
     */
    public synchronized int round() {
        int done = 0;
        for (int batch = 0; batch < limits.batches(); batch++) {
            List<WorkflowId> waiting = waiting();
            for (WorkflowId id : waiting) {
                done += attempt(id) ? 1 : 0;
            }
            if (batch == 0) {
                done += moreSteps();
            }
            if (waiting.size() < limits.batch()) {
                return done;
            }
        }
        wake();
        return done;
    }

    /** Steps that found no room in the queue are tried again after a while, and whenever a task of their workflow ends. */
    private int moreSteps() {
        int done = 0;
        for (WorkflowId id : stores.workflows().waiting(WAITING_AT_ONCE)) {
            done += !postponed.containsKey(id) && attempt(id) ? 1 : 0;
        }
        return done;
    }

    /** Postponed workflows are the oldest and come first, and must not hide the others. */
    private List<WorkflowId> waiting() {
        Instant now = clock.instant();
        postponed.values().removeIf(until -> !now.isBefore(until));
        return stores.tasks().unprocessed(limits.batch() + postponed.size()).stream()
                .map(WorkflowId::new)
                .filter(id -> !postponed.containsKey(id))
                .limit(limits.batch())
                .toList();
    }

    /** Passes over a workflow that another node is advancing: that node may be frozen, and its lock last. */
    private boolean attempt(WorkflowId id) {
        try {
            stores.transactions().run(() -> stores.workflows().tryLock(id).ifPresent(progress::advance));
            return true;
        } catch (Refusal refused) {
            if (refused.problem() instanceof CommonProblem.Unavailable) {
                throw refused;
            }
            postponed(id, refused);
        } catch (RuntimeException | Error bug) {
            postponed(id, bug);
        }
        return false;
    }

    private void postponed(WorkflowId id, Throwable reason) {
        LOG.log(Level.ERROR, "workflow " + id.value() + " could not be advanced", reason);
        if (postponed.size() < limits.mostPostponed()) {
            postponed.put(id, clock.instant().plus(limits.postponed()));
        }
    }
}
