package dev.guildhall.ports.task;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened to a task.
 *
 * @param number 1 or more, in order, the same whenever it is told
 * @param at when
 * @param status what the task was from then on
 * @param agentId who was on it; absent where nobody was
 * @param error why an attempt or the task failed; absent where none did
 */
public record TaskEvent(
        int number, Instant at, TaskStatus status, Optional<TaskAgentId> agentId, Optional<TaskError> error) {}
