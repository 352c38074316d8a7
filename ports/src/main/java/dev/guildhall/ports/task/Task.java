package dev.guildhall.ports.task;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A task (tasks-1). Times are those of the store's clock, to the microsecond.
 *
 * @param id never changes
 * @param owner the user who owns it
 * @param actor what it acts as
 * @param spec the work
 * @param part the workflow, or the agent task, that it is a step of; absent for a task by itself
 * @param createdAt when it was enqueued
 * @param startedAt when the first attempt began; absent when none has
 * @param completedAt when it ended; absent when it has not
 * @param attempts how many attempts have begun, without those that a node gave back; 0 or more
 * @param fence how often it was claimed, 0 or more: the fencing token of the latest attempt
 * @param past attempts that ended without ending the task, oldest first
 * @param state how far it has come
 */
public record Task(
        TaskId id,
        UserId owner,
        Actor actor,
        TaskSpec spec,
        Optional<String> part,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Instant> completedAt,
        int attempts,
        int fence,
        List<PastAttempt> past,
        TaskState state) {
    public Task {
        past = List.copyOf(past);
    }

    /** A task that was just enqueued. */
    public static Task kept(NewTask task, Instant createdAt) {
        TaskOptions options = task.spec().options();
        Optional<Instant> start = options.start().map(given -> given.after(createdAt));
        return new Task(
                task.id(),
                task.owner(),
                task.actor(),
                start.map(at -> task.spec().with(options.withStart(new StartTime.At(at))))
                        .orElse(task.spec()),
                task.part(),
                createdAt,
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                List.of(),
                new TaskState.Queued(start.filter(createdAt::isBefore)));
    }

    /**
     * The task as it was when it was enqueued: a repeated request with the same idempotency key gets the same response.
     */
    public Task asKept() {
        return kept(new NewTask(id, owner, actor, spec, part), createdAt);
    }

    /** The user for whose limits the task counts, and takes turns with other users (tasks-15). */
    public UserId countsFor() {
        return actor.countsFor().orElse(owner);
    }

    /** When the task fails if it has not ended by then. */
    public Instant expiresAt() {
        return spec.options()
                .start()
                .map(start -> start.after(createdAt))
                .filter(createdAt::isBefore)
                .orElse(createdAt)
                .plus(spec.ttl());
    }

    /** When its next attempt begins at the earliest; absent when it does not pause between two attempts. */
    public Optional<Instant> retryAt() {
        return attempts > 0 && waited().isEmpty() && state instanceof TaskState.Queued(var until)
                ? until
                : Optional.empty();
    }

    /** The state's name. */
    public TaskStatus status() {
        return state.status();
    }

    /**
     * The latest attempt, when it waits for the task's owner ({@link AttemptEnd.Wait}), or waited when the task ended: its
     * agent is that of the task until then (tasks-19).
     */
    public Optional<PastAttempt> waited() {
        return past.isEmpty()
                ? Optional.empty()
                : Optional.of(past.getLast())
                        .filter(latest ->
                                latest.fence() == fence && latest.error().code().equals(AttemptEnd.Wait.ERROR.code()));
    }

    /** The agent of the latest attempt; absent before the first. */
    public Optional<TaskAgentId> agentId() {
        return fence == 0 ? Optional.empty() : Optional.of(TaskAgentId.of(id, fence));
    }
}
