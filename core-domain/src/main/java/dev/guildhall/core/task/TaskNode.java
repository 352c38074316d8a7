package dev.guildhall.core.task;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.core.time.DueWork;
import dev.guildhall.core.time.Housekeeping;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskState;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A node that carries tasks out and maintains the queue together with all other nodes: it fails tasks whose time to
 * live has passed, recovers the tasks of lost nodes, and ends the pauses between attempts. The caller runs it on a
 * separate thread; interrupt that thread to stop in order.
 */
public final class TaskNode implements DueWork {
    private static final Logger LOG = System.getLogger(TaskNode.class.getName());
    private static final Duration RECOVERY = Duration.ofSeconds(4);
    /** How long a task whose time has come may wait until a node looks; while there are such tasks, and else. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private static final int MOST_RELEASED = 500;
    private static final Duration LOOK = Duration.ofMillis(100);
    /** How long a node that stops waits until the store knows its last ends. */
    private static final Duration LAST_REQUESTS = Duration.ofSeconds(4);

    private final TaskParts parts;
    private final TaskIntake intake;
    private final AtomicReference<Optional<NodeId>> leased;
    private final Supplier<Duration> grace;
    private final Dispatcher dispatcher;
    private final TtlEnforcement ttl;
    private final TaskRecovery recovery;
    private volatile boolean found;

    /** The node sets {@code leased} to its identifier while it has a lease. */
    public TaskNode(
            TaskParts parts, TaskIntake intake, AtomicReference<Optional<NodeId>> leased, Supplier<Duration> grace) {
        this.grace = grace;
        this.parts = parts;
        this.intake = intake;
        this.leased = leased;
        this.dispatcher = new Dispatcher(parts);
        this.ttl = new TtlEnforcement(parts);
        this.recovery =
                new TaskRecovery(parts.clock(), parts.store(), parts.limits().attempts(), this::recovered);
    }

    @Override
    public void run() {
        List<Thread> chores = List.of(
                job(
                        "node-lease",
                        parts.limits().node().heartbeat(),
                        new Housekeeping.Job("the node's lease", this::renew)),
                parts.threads()
                        .start(
                                "task-times",
                                new Housekeeping(
                                        parts.ticker(),
                                        () -> found ? LOOK_AGAIN : LOOK,
                                        new Housekeeping.Job(
                                                "the look for tasks whose time has come", this::completeDue))),
                job(
                        "task-keys",
                        parts.limits().node().poll(),
                        new Housekeeping.Job("the look for tasks that wait for a key or a worker", this::release),
                        new Housekeeping.Job("the look for stuck tasks", dispatcher::giveBackStuck)),
                job(
                        "task-recovery",
                        RECOVERY,
                        new Housekeeping.Job("the look for lost attempts", dispatcher::dropLost),
                        new Housekeeping.Job("the recovery of dead nodes' tasks", recovery::run)));
        TaskQueue.Subscription listening = parts.store().listen(this::onHint);
        List<Thread> dispatching = Stream.generate(() -> parts.threads().start("task-dispatcher", dispatcher::run))
                .limit(Dispatcher.THREADS)
                .toList();
        intake.opened(dispatcher);
        try {
            for (Thread thread : dispatching) {
                thread.join();
            }
        } catch (InterruptedException stopped) {
            stop(dispatching);
            Thread.currentThread().interrupt();
        } finally {
            intake.closed();
            listening.close();
            chores.forEach(Thread::interrupt);
        }
    }

    @Override
    public boolean runDue(Instant now) {
        renew();
        completeDue();
        release();
        recovery.run();
        return dispatcher.runDue();
    }

    private void renew() {
        dispatcher.renew();
        Optional<NodeId> node = Optional.of(dispatcher.node());
        if (!leased.get().equals(node)) {
            parts.store().describe(node.get(), parts.node());
            leased.set(node);
        }
    }

    private Thread job(String name, Duration every, Housekeeping.Job... work) {
        return parts.threads().start(name, new Housekeeping(parts.ticker(), every, work));
    }

    /** Does not block the thread that delivers hints. */
    private void onHint(TaskHint hint) {
        switch (hint) {
            case TaskHint.Ready ignored -> dispatcher.hint();
            case TaskHint.Unprocessed ignored -> {}
            case TaskHint.Ended(TaskId id) -> {
                if (dispatcher.holds(id)) {
                    parts.threads().start("task-hint", () -> dropIfLost(id));
                }
            }
        }
    }

    private void dropIfLost(TaskId id) {
        try {
            if (dispatcher.holds(id)) {
                dispatcher.dropLost();
            }
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "a hint could not be processed, polling follows: {0}", outage.toString());
        }
    }

    /** One request finds out whether the others are needed. */
    private void completeDue() {
        found = parts.store().isDue();
        if (found) {
            BatchedSweep.sweep(this::endSleeping);
            ttl.run();
            BatchedSweep.sweep(parts.store()::wake);
        }
    }

    private int endSleeping(int most) {
        List<Task> ended = parts.store().endSleeping(most);
        ended.forEach(task -> parts.stats().ended((TaskState.Ended) task.state()));
        return told(ended.stream().map(Task::id).toList());
    }

    private void release() {
        parts.store().release(MOST_RELEASED);
    }

    private int recovered(List<TaskId> recovered) {
        recovered.forEach(this::countIfFailed);
        return told(recovered);
    }

    /** A task without attempts left has failed; the others wait again. */
    private void countIfFailed(TaskId id) {
        parts.store().find(id).map(Task::state).ifPresent(state -> {
            if (state instanceof TaskState.Failed failed) {
                parts.stats().ended(failed);
            }
        });
    }

    private int told(List<TaskId> changed) {
        changed.forEach(parts.watch()::changed);
        return changed.size();
    }

    private void stop(List<Thread> dispatching) {
        intake.closed();
        try {
            dispatcher.stop(grace.get());
            Instant latest = parts.clock().instant().plus(LAST_REQUESTS);
            for (Thread thread : dispatching) {
                thread.join(Duration.between(parts.clock().instant(), latest));
            }
            leased.set(Optional.empty());
            dispatcher.leave();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "the tasks of this node are left to the end of its lease: {0}", outage.toString());
        }
    }

    /** Forgets tasks that ended long ago. */
    public void prune() {
        Duration kept = parts.limits().kept();
        BatchedSweep.remove(most -> parts.store().prune(parts.clock().instant().minus(kept), most));
    }
}
