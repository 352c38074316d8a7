package dev.guildhall.core.inmemory.task;

import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A task as the queue keeps it, and what can become of it.
 *
 * @param number in the order in which tasks were kept
 * @param place in the order of the queue
 * @param task the task
 * @param wakeAt when it can be tried again; absent when it does not wait for that
 * @param unprocessed whether it has ended, and what it is a part of has not taken note of it
 */
record TaskRow(long number, Place place, Task task, Optional<Instant> wakeAt, boolean unprocessed) {
    /**
     * Where a task stands in the order of the queue.
     *
     * @param at a moment, the earliest first
     * @param isBehind whether another task of its owner and priority waited when it was kept
     */
    record Place(Instant at, boolean isBehind) {}

    /** The order of the queue. */
    Instant order() {
        return place.at();
    }

    boolean isFinal() {
        return task.status().isFinal();
    }

    /** Whether it can be claimed as far as it goes itself. */
    boolean isReady() {
        return task.state() instanceof TaskState.Queued && wakeAt.isEmpty();
    }

    Optional<Lease> lease() {
        return task.state() instanceof TaskState.Running running ? Optional.of(running.lease()) : Optional.empty();
    }

    TaskRow claimed(String holder, Instant now) {
        int fence = task.fence() + 1;
        TaskState running = new TaskState.Running(new Lease(holder, fence), now, now);
        Optional<Instant> startedAt = task.startedAt().or(() -> Optional.of(now));
        return with(new Counts(task.attempts() + 1, fence, startedAt), task.past(), running, Optional.empty());
    }

    TaskRow ended(TaskState.Ended state, Instant now) {
        Task ended = new Task(
                task.id(),
                task.owner(),
                task.profileId(),
                task.spec(),
                task.part(),
                task.createdAt(),
                task.startedAt(),
                Optional.of(now),
                task.attempts(),
                task.fence(),
                task.past(),
                state);
        return new TaskRow(number, place, ended, Optional.empty(), task.part().isPresent());
    }

    /** Back in the queue after an attempt that failed, to be tried again after a while. */
    TaskRow again(TaskError error, Duration delay, Instant now) {
        Optional<Instant> later = delay.isPositive() ? Optional.of(now.plus(delay)) : Optional.empty();
        return with(counts(task.attempts()), pastWith(error, now), new TaskState.Queued(), later);
    }

    /** The task in the queue again, without the attempt. */
    TaskRow givenBack(TaskError error, Instant now) {
        int attempts = task.attempts() - 1;
        Optional<Instant> startedAt = attempts == 0 ? Optional.empty() : task.startedAt();
        Counts counts = new Counts(attempts, task.fence(), startedAt);
        return with(counts, pastWith(error, now), new TaskState.Queued(), Optional.empty());
    }

    TaskRow woken() {
        return new TaskRow(number, place, task, Optional.empty(), unprocessed);
    }

    TaskRow settled() {
        return new TaskRow(number, place, task, wakeAt, false);
    }

    /** The task with the last sign of life of its holder, which is its beginning at least. */
    Task seen(Optional<Instant> heartbeat) {
        if (heartbeat.isPresent()
                && task.state() instanceof TaskState.Running running
                && heartbeat.get().isAfter(running.since())) {
            TaskState now = new TaskState.Running(running.lease(), running.since(), heartbeat.get());
            return with(counts(task.attempts()), task.past(), now, wakeAt).task();
        }
        return task;
    }

    private List<PastAttempt> pastWith(TaskError error, Instant now) {
        List<PastAttempt> past = new ArrayList<>(task.past());
        if (task.state() instanceof TaskState.Running running) {
            past.add(new PastAttempt(running.lease().fence(), running.since(), now, error));
        }
        return past;
    }

    private record Counts(int attempts, int fence, Optional<Instant> startedAt) {}

    private Counts counts(int attempts) {
        return new Counts(attempts, task.fence(), task.startedAt());
    }

    private TaskRow with(Counts counts, List<PastAttempt> past, TaskState state, Optional<Instant> later) {
        Task changed = new Task(
                task.id(),
                task.owner(),
                task.profileId(),
                task.spec(),
                task.part(),
                task.createdAt(),
                counts.startedAt(),
                task.completedAt(),
                counts.attempts(),
                counts.fence(),
                past,
                state);
        return new TaskRow(number, place, changed, later, unprocessed);
    }
}
