package dev.guildhall.core.inmemory.task;

import dev.guildhall.ports.task.AttemptEnd;
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
 * A stored task, and its transitions.
 *
 * @param number the task's number in the order in which tasks were stored
 * @param place the task's place in the queue
 * @param task the task
 * @param wakeAt when the pause before the next attempt ends; absent when there is no pause
 * @param outcome how the task completes when it has slept; absent when it does not sleep
 * @param waits whether the task waits for its owner and counts for no capacity
 * @param unprocessed whether the task is a step that has ended, and its workflow has not processed the end
 */
record TaskRow(
        long number,
        Place place,
        Task task,
        Optional<Instant> wakeAt,
        Optional<TaskState.Completed> outcome,
        boolean waits,
        boolean unprocessed) {
    /**
     * The place of a task in the queue, ordered by its start tag; whether another task of the same owner and priority
     * waited when this one was enqueued.
     */
    record Place(Instant at, boolean isBehind) {}

    /** The start tag, by which the queue is ordered. */
    Instant order() {
        return place.at();
    }

    boolean isFinal() {
        return task.status().isFinal();
    }

    /** Whether the task is queued and does not pause before its next attempt. */
    boolean isReady() {
        return task.state() instanceof TaskState.Queued && wakeAt.isEmpty();
    }

    Optional<Lease> lease() {
        return task.state() instanceof TaskState.Running running ? Optional.of(running.lease()) : Optional.empty();
    }

    /** When the task has slept; absent when it does not sleep. */
    Optional<Instant> sleepsUntil() {
        return task.state() instanceof TaskState.Sleeping sleeping ? Optional.of(sleeping.until()) : Optional.empty();
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
                task.actor(),
                task.spec(),
                task.part(),
                task.createdAt(),
                task.startedAt(),
                Optional.of(now),
                task.attempts(),
                task.fence(),
                task.past(),
                state);
        return new TaskRow(
                number,
                place,
                ended,
                Optional.empty(),
                Optional.empty(),
                false,
                task.part().isPresent());
    }

    /** The task in the queue after a failed attempt, with a pause before the next attempt. */
    TaskRow again(TaskError error, Duration delay, Instant now) {
        Optional<Instant> later = delay.isPositive() ? Optional.of(now.plus(delay)) : Optional.empty();
        return with(counts(task.attempts()), pastWith(error, now), new TaskState.Queued(), later);
    }

    /** The task in the queue again; the attempt is not counted. */
    TaskRow givenBack(TaskError error, Instant now) {
        return with(uncounted(), pastWith(error, now), new TaskState.Queued(), Optional.empty());
    }

    /** The task in the queue again, where it waits; its time to live stands still. */
    TaskRow waiting(Duration most, Instant now) {
        return with(
                        uncounted(),
                        pastWith(AttemptEnd.Wait.ERROR, now),
                        new TaskState.Queued(),
                        Optional.of(now.plus(most)))
                .lasting(most, true);
    }

    /** The task after its wait, which would have ended later. */
    TaskRow wokenAt(Instant end, Instant now) {
        return new TaskRow(number, place, task, Optional.empty(), outcome, false, unprocessed)
                .lasting(Duration.between(end, now), false);
    }

    private TaskRow lasting(Duration more, boolean stillWaits) {
        Task changed = new Task(
                task.id(),
                task.owner(),
                task.actor(),
                task.spec().withMore(more),
                task.part(),
                task.createdAt(),
                task.startedAt(),
                task.completedAt(),
                task.attempts(),
                task.fence(),
                task.past(),
                task.state());
        return new TaskRow(number, place, changed, wakeAt, outcome, stillWaits, unprocessed);
    }

    /** The running task without a holder. */
    TaskRow asleep(AttemptEnd.Sleep sleep, Instant now) {
        Instant since = task.state() instanceof TaskState.Running running ? running.since() : now;
        TaskState sleeping = new TaskState.Sleeping(since, now.plus(sleep.delay()));
        Task asleep = with(counts(task.attempts()), task.past(), sleeping, Optional.empty())
                .task();
        return new TaskRow(number, place, asleep, Optional.empty(), Optional.of(sleep.outcome()), false, unprocessed);
    }

    /** The task in the queue again, since it could not sleep; the attempt is not counted. */
    TaskRow notAsleep(Duration delay, Instant now) {
        return with(uncounted(), task.past(), new TaskState.Queued(), Optional.of(now.plus(delay)));
    }

    TaskRow woken() {
        return new TaskRow(number, place, task, Optional.empty(), outcome, false, unprocessed);
    }

    TaskRow settled() {
        return new TaskRow(number, place, task, wakeAt, outcome, waits, false);
    }

    /** The task with the last heartbeat of its holder, which is not before the start of the attempt. */
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

    private Counts uncounted() {
        int attempts = task.attempts() - 1;
        return new Counts(attempts, task.fence(), attempts == 0 ? Optional.empty() : task.startedAt());
    }

    private TaskRow with(Counts counts, List<PastAttempt> past, TaskState state, Optional<Instant> later) {
        Task changed = new Task(
                task.id(),
                task.owner(),
                task.actor(),
                task.spec(),
                task.part(),
                task.createdAt(),
                counts.startedAt(),
                task.completedAt(),
                counts.attempts(),
                counts.fence(),
                past,
                state);
        return new TaskRow(number, place, changed, later, Optional.empty(), false, unprocessed);
    }
}
