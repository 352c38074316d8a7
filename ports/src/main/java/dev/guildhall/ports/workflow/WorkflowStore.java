package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Driven port: workflows, and the agent service's tasks. Blocks. Takes part in {@code Transactions}. */
public interface WorkflowStore extends UserData {
    /** Stores a new workflow, whose times the store sets; false when its owner has no account any more. */
    boolean add(Workflow workflow);

    /** The workflow with its steps and their tasks; empty when there is none. */
    Optional<Workflow> find(WorkflowId id);

    /**
     * The same, locked until the open transaction ends: another caller that locks it waits, and then reads the changed
     * workflow. The states of its tasks are read after the lock is taken.
     */
    Optional<Workflow> lock(WorkflowId id);

    /** As {@link #lock}, but does not wait: empty also while another transaction has the workflow locked. */
    Optional<Workflow> tryLock(WorkflowId id);

    /**
     * Workflows, newest first. A page may be shorter than requested when their steps have much data.
     *
     * @param owner the owner; absent means all users
     * @param status the status; absent means any
     */
    Page<Workflow> list(Workflow.Kind kind, Optional<UserId> owner, Optional<WorkflowStatus> status, PageRequest page);

    /**
     * Writes the new state of a locked workflow: its status, and the status and the task of each of the steps. The
     * store sets the times of the status.
     */
    void update(WorkflowId id, WorkflowStatus status, List<StepChange> steps);

    /**
     * The new state of a step.
     *
     * @param name the step
     * @param status its status
     * @param taskId its task; absent when it has none
     */
    record StepChange(String name, StepStatus status, Optional<TaskId> taskId) {}

    /**
     * Removes workflows that ended before a time, with their tasks.
     *
     * @param most how many at most
     * @return how many it removed
     */
    int prune(Instant before, int most);
}
