package dev.guildhall.ports.task;

import dev.guildhall.ports.UserId;
import java.util.Optional;

/**
 * Which tasks are wanted.
 *
 * @param owner whose; absent means everybody's
 * @param status in which state; absent means any
 * @param type of which kind; absent means any
 */
public record TaskFilter(Optional<UserId> owner, Optional<TaskStatus> status, Optional<TaskType> type) {}
