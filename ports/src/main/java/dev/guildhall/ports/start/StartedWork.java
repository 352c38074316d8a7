package dev.guildhall.ports.start;

import dev.guildhall.ports.task.TaskId;
import java.util.Optional;

/**
 * Work that was started.
 *
 * @param kind what it is
 * @param id the identifier of the task, workflow, run, chat or evaluation; that of the workflow for a definition
 * @param task which carries it out; absent for a workflow
 */
public record StartedWork(StartKind kind, String id, Optional<TaskId> task) {}
