package dev.guildhall.ports.task;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened to a task.
 *
 * @param number 1 or more, ascending; it never changes
 * @param at when
 * @param status the status of the task from then on
 * @param agentId the agent of the attempt; absent when there was no attempt
 * @param error why the attempt or the task failed; absent when it did not fail
 */
public record TaskEvent(
        int number, Instant at, TaskStatus status, Optional<TaskAgentId> agentId, Optional<TaskError> error) {}
