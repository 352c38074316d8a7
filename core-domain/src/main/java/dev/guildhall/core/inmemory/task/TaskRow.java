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
 * @param wakeAt when its start comes, or the pause before the next attempt ends; {@link #FREE_KEY} while it waits for its
 *     key; absent when it can be claimed
 * @param outcome how the task ends when it has slept; absent when it does not sleep
 * @param waits whether the task waits for its owner
 * @param unprocessed whether the task is a step that has ended, and its workflow has not processed the end
 * @param retried whether another task repeats it
 */
record TaskRow(
        long number,
        Place place,
        Task task,
        Optional<Instant> wakeAt,
        Optional<TaskState.Ended> outcome,
        boolean waits,
        boolean unprocessed,
        boolean retried) {
    /** Not a time: the key becomes free when another task ends. */
    static final Instant FREE_KEY = Instant.MAX;

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

    /** Whether the task is queued and can be claimed. */
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
                task.part().isPresent(),
                false);
    }

    /** The task in the queue after a failed attempt, with a pause before the next attempt. */
    TaskRow again(TaskError error, Duration delay, Instant now) {
        Optional<Instant> later = delay.isPositive() ? Optional.of(now.plus(delay)) : Optional.empty();
        return with(counts(task.attempts()), pastWith(error, now), new TaskState.Queued(later), later);
    }

    /** The task in the queue again; the attempt is not counted. */
    TaskRow givenBack(TaskError error, Instant now) {
        return with(uncounted(), pastWith(error, now), new TaskState.Queued(), Optional.empty());
    }

    /** The task in the queue again, where it waits; its time to live stands still. */
    TaskRow waiting(Duration most, Instant now) {
        Optional<Instant> end = Optional.of(now.plus(most));
        return with(uncounted(), pastWith(AttemptEnd.Wait.ERROR, now), new TaskState.Queued(end), end)
                .lasting(most, true);
    }

    /** The task after its wait, which would have ended later. */
    TaskRow wokenAt(Instant end, Instant now) {
        return woken(place).lasting(Duration.between(end, now), false);
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
        return new TaskRow(number, place, changed, wakeAt, outcome, stillWaits, unprocessed, retried);
    }

    /** The running task without a holder. */
    TaskRow asleep(AttemptEnd.Sleep sleep, Instant now) {
        Instant since = task.state() instanceof TaskState.Running running ? running.since() : now;
        TaskState sleeping = new TaskState.Sleeping(since, now.plus(sleep.delay()));
        Task asleep = with(counts(task.attempts()), task.past(), sleeping, Optional.empty())
                .task();
        return new TaskRow(
                number, place, asleep, Optional.empty(), Optional.of(sleep.outcome()), false, unprocessed, retried);
    }

    /** The task in the queue again, since it could not sleep; the attempt is not counted. */
    TaskRow notAsleep(Duration delay, Instant now) {
        Optional<Instant> end = Optional.of(now.plus(delay));
        return with(uncounted(), task.past(), new TaskState.Queued(end), end);
    }

    /** The task that can be claimed now, at that place. */
    TaskRow woken(Place where) {
        return queued(where, Optional.empty());
    }

    /** The task whose time has come, and that waits for its key. */
    TaskRow waitingForKey() {
        return queued(place, Optional.of(FREE_KEY));
    }

    private TaskRow queued(Place where, Optional<Instant> wake) {
        Task changed = with(counts(task.attempts()), task.past(), new TaskState.Queued(), wake)
                .task();
        return new TaskRow(number, where, changed, wake, Optional.empty(), false, unprocessed, retried);
    }

    TaskRow settled() {
        return new TaskRow(number, place, task, wakeAt, outcome, waits, false, retried);
    }

    TaskRow markedRetried() {
        return new TaskRow(number, place, task, wakeAt, outcome, waits, unprocessed, true);
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
        return new TaskRow(number, place, changed, later, Optional.empty(), false, unprocessed, retried);
    }
}
