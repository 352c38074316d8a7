package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Driven port: workflows, and the agent service's tasks. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface WorkflowStore {
    /** Keeps a new one. Its times are overwritten with the store's own. */
    void add(Workflow workflow);

    /** The workflow with its steps and their tasks; empty when there is none. */
    Optional<Workflow> find(WorkflowId id);

    /**
     * The same, held until the open transaction ends: whoever else locks it waits, and then sees what became of it. The
     * states of its tasks are read behind the lock.
     */
    Optional<Workflow> lock(WorkflowId id);

    /**
     * Workflows, newest first. A page may be shorter than it was asked for where there is much in their steps.
     *
     * @param owner whose; absent means everybody's
     * @param status in which state; absent means any
     */
    Page<Workflow> list(Workflow.Kind kind, Optional<UserId> owner, Optional<WorkflowStatus> status, PageRequest page);

    /**
     * Writes how far a locked one has come: its status, and the status and the task of each of the steps. The times of a
     * status are the store's own.
     */
    void update(WorkflowId id, WorkflowStatus status, List<StepChange> steps);

    /**
     * How far a step has come.
     *
     * @param name which step
     * @param status how far
     * @param taskId its task; absent when it has none
     */
    record StepChange(String name, StepStatus status, Optional<TaskId> taskId) {}

    /**
     * Those with a task that has ended and was not {@linkplain #settle taken note of}, oldest end first.
     *
     * @param most how many at most
     */
    List<WorkflowId> unprocessed(int most);

    /** Takes note of tasks that have ended, in the open transaction. */
    void settle(List<TaskId> tasks);

    /**
     * Forgets those that ended before a time, with their tasks.
     *
     * @param most how many at most
     * @return how many
     */
    int prune(Instant before, int most);
}
