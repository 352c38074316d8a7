package dev.guildhall.core.task;

import dev.guildhall.ports.Counter;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.LabelledCounter;
import dev.guildhall.ports.Metric;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.QueueDepth;
import dev.guildhall.ports.task.TaskArchive;
import dev.guildhall.ports.task.TaskState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events of the queue on this node since its start. */
public final class TaskStats {
    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;

    private final InstantSource clock;
    private final TaskArchive store;
    private final LongAdder attempts = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder fenced = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder waitMicros = new LongAdder();

    public TaskStats(InstantSource clock, TaskArchive store) {
        this.clock = clock;
        this.store = store;
    }

    /** An attempt has begun on a task that has waited so long since it was stored. */
    void began(Duration waited) {
        attempts.increment();
        waitMicros.add(Math.max(0, waited.toNanos() / 1000));
    }

    void retried() {
        retries.increment();
    }

    /** The node discarded a result that came too late. */
    void fenced() {
        fenced.increment();
    }

    /** This node has ended a task, or recorded the result of an external worker. */
    public void ended(TaskState.Ended state) {
        switch (state) {
            case TaskState.Completed ignored -> completed.increment();
            case TaskState.Failed ignored -> failed.increment();
            case TaskState.Cancelled ignored -> cancelled.increment();
        }
    }

    /** All counters, and the length of the queue. */
    public List<Metric> metrics() {
        return List.of(
                new Gauge("tasks_queued", "Tasks that wait for a worker, on all nodes.", () -> depth().queued()),
                new Gauge("tasks_running", "Tasks that are running, on all nodes.", () -> depth().running()),
                new Gauge("tasks_oldest_seconds", "Seconds that the oldest waiting task has waited.", this::oldest),
                new Counter("task_attempts", "Attempts at tasks that this node has started.", attempts::sum),
                new Counter("task_retries", "Failed attempts on this node whose task is tried again.", retries::sum),
                new Counter(
                        "task_results_fenced",
                        "Results that this node discarded because the attempt no longer held the task.",
                        fenced::sum),
                new LabelledCounter(
                        "tasks_ended",
                        "Tasks that this node has ended, by outcome.",
                        "outcome",
                        Map.of("completed", completed::sum, "failed", failed::sum, "cancelled", cancelled::sum)),
                new Counter(
                        "task_wait_seconds",
                        "Seconds that tasks had waited before this node started them, in total.",
                        () -> waitMicros.sum() / MICROS));
    }

    /** A value that the store cannot give now is empty. */
    private QueueDepth depth() {
        try {
            return store.depth();
        } catch (Refusal unreachable) {
            return new QueueDepth(0, 0, Optional.empty());
        }
    }

    private double oldest() {
        return depth().oldest()
                .map(since ->
                        Math.max(0, Duration.between(since, clock.instant()).toMillis() / MILLIS))
                .orElse(0.0);
    }
}
