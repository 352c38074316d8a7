package dev.guildhall.ports.task;

import dev.guildhall.ports.UserId;
import java.util.Optional;

/**
 * Which tasks a list has.
 *
 * @param owner the owner of the tasks; absent means all users
 * @param status their status; absent means any
 * @param type their type; absent means any
 */
public record TaskFilter(Optional<UserId> owner, Optional<TaskStatus> status, Optional<TaskType> type) {}
