package dev.guildhall.ports.task;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import java.util.Optional;

/**
 * A task that is not enqueued yet.
 *
 * @param id its identifier, which no other task has
 * @param owner the user who owns it
 * @param profileId the profile that the owner acted as: the task acts as it too
 * @param spec the work
 * @param part the workflow, or the agent task, that it is a step of, as its identifier; absent for a task by itself
 */
public record NewTask(TaskId id, UserId owner, ProfileId profileId, TaskSpec spec, Optional<String> part) {}
