package dev.guildhall.core.run;

import dev.guildhall.core.time.Housekeeping;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.WorkerScope;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A node's slots for runs: leases tasks of type {@code test-run} from the queue as an external worker does, executes
 * each on its own thread, and extends their leases. Run it on its own thread; interrupt that thread to stop.
 */
public final class RunWorker implements Runnable {
    private static final Logger LOG = System.getLogger(RunWorker.class.getName());
    private static final WorkerScope SCOPE = new WorkerScope(Optional.empty(), Set.of(TaskType.TEST_RUN));
    /** How often it looks for runs without a hint. */
    private static final Duration LOOK = Duration.ofSeconds(4);

    private static final Duration HEARTBEAT = Duration.ofSeconds(3);
    /** How soon after a failed heartbeat the next one follows. */
    private static final Duration HEARTBEAT_AGAIN = Duration.ofMillis(500);

    private static final Duration GRACE = Duration.ofSeconds(8);

    private final OutageLog outages = new OutageLog(LOG, LOOK);
    private final OutageLog leaseOutages = new OutageLog(LOG, HEARTBEAT_AGAIN);
    private final RunParts parts;
    private final Semaphore slots;
    private final Semaphore hints = new Semaphore(0);
    /** By lease: a task whose lease was lost may be leased here again while its earlier execution is stopping. */
    private final Map<LeaseId, RunExecution> executions = new ConcurrentHashMap<>();

    private Instant nextHeartbeat = Instant.MIN;

    public RunWorker(RunParts parts) {
        this.parts = parts;
        this.slots = new Semaphore(parts.limits().slots());
    }

    @Override
    public void run() {
        TaskStore tasks = parts.stores().tasks();
        TaskQueue.Subscription listening = tasks.listen(this::onHint);
        Thread heartbeat = Thread.ofVirtual()
                .name("run-leases")
                .start(new Housekeeping(
                        parts.ticker(), HEARTBEAT_AGAIN, new Housekeeping.Job("the leases of runs", this::extend)));
        try {
            sweep();
            while (true) {
                lease(tasks);
                if (hints.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                    hints.drainPermits();
                }
            }
        } catch (InterruptedException stopped) {
            stop();
            Thread.currentThread().interrupt();
        } finally {
            listening.close();
            heartbeat.interrupt();
        }
    }

    private void sweep() {
        try {
            parts.runner().sweep();
        } catch (RuntimeException | Error failed) {
            LOG.log(Level.WARNING, "processes and files of earlier runs were not removed", failed);
        }
    }

    private void onHint(TaskHint hint) {
        switch (hint) {
            case TaskHint.Ready ignored -> hints.release();
            case TaskHint.Ended(TaskId id) ->
                executions.values().stream()
                        .filter(execution -> execution.taskId().equals(id))
                        .forEach(execution -> parts.threads().start("run-lease", () -> isExtended(execution)));
            case TaskHint.Unprocessed ignored -> {}
        }
    }

    /** Leases as many tasks as there are free slots, and none without a runner: other nodes can lease the rest. */
    private void lease(TaskStore tasks) {
        int free = slots.drainPermits();
        int taken = 0;
        try {
            if (free > 0 && parts.runner().unavailable().isEmpty()) {
                List<LeaseId> leases = Stream.generate(
                                () -> new LeaseId(parts.ids().next("lease")))
                        .limit(free)
                        .toList();
                for (Task task : tasks.lease(SCOPE, leases, TaskWorkers.LEASE)) {
                    taken++;
                    begin(task);
                }
            }
            outages.succeeded();
        } catch (RuntimeException | Error outage) {
            outages.failed("no run can be leased at the moment: {0}", outage.toString());
        } finally {
            slots.release(free - taken);
        }
    }

    private void begin(Task task) {
        if (!(task.state() instanceof TaskState.Running running)) {
            throw new IllegalStateException("leased, and not running: " + task.id());
        }
        LeaseId lease = new LeaseId(running.lease().holder());
        RunExecution execution = new RunExecution(parts, task, lease);
        executions.put(lease, execution);
        parts.threads().start("run-" + task.id().value(), () -> carryOut(execution));
    }

    private void carryOut(RunExecution execution) {
        try {
            execution.carryOut();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error failed) {
            LOG.log(Level.WARNING, "a run is abandoned until its lease expires: {0}", failed.toString());
        } finally {
            executions.remove(execution.lease());
            slots.release();
            hints.release();
        }
    }

    private void extend() {
        Instant now = parts.clock().instant();
        if (!now.isBefore(nextHeartbeat)) {
            long failed = executions.values().stream()
                    .filter(execution -> !isExtended(execution))
                    .count();
            nextHeartbeat = failed == 0 ? now.plus(HEARTBEAT) : now.plus(HEARTBEAT_AGAIN);
        }
    }

    /**
     * Whether the lease of a run, if it exists, was extended. A run whose lease is lost is stopped; in an outage it
     * continues, since the lease may still hold afterwards.
     */
    private boolean isExtended(RunExecution execution) {
        try {
            if (parts.stores()
                    .tasks()
                    .extend(execution.taskId(), execution.lease(), TaskWorkers.LEASE)
                    .isEmpty()) {
                execution.stop(RunExecution.Stop.LOST);
            }
            leaseOutages.succeeded();
            return true;
        } catch (RuntimeException | Error outage) {
            leaseOutages.failed("the lease of a run was not extended: {0}", outage.toString());
            return false;
        }
    }

    private void stop() {
        executions.values().forEach(execution -> execution.stop(RunExecution.Stop.NODE_STOPS));
        try {
            if (!slots.tryAcquire(parts.limits().slots(), GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.log(Level.WARNING, "runs are abandoned until their leases expire: {0}", executions.size());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
