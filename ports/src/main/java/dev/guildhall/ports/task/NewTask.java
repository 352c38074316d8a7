package dev.guildhall.ports.task;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.UserId;
import java.util.Optional;

/**
 * A task that is not enqueued yet.
 *
 * @param id its identifier, which no other task has
 * @param owner the user who owns it
 * @param actor what the task acts as
 * @param spec the work
 * @param part the workflow, or the agent task, that it is a step of, as its identifier; absent for a task by itself
 */
public record NewTask(TaskId id, UserId owner, Actor actor, TaskSpec spec, Optional<String> part) {
    /** The user for whose limits the task counts (general-24). */
    public UserId countsFor() {
        return actor.countsFor().orElse(owner);
    }
}
