package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Driven port: workflows, and the agent service's tasks. Blocks. Takes part in {@code Transactions}. */
public interface WorkflowStore extends UserData {
    /**
     * Stores a new workflow, whose times the store sets; false when its owner has no account any more. When it repeats
     * another one, its completed steps take the outputs of that one's completed steps of the same names over (tasks-46),
     * and keep them when that one is removed.
     */
    boolean add(Workflow workflow);

    /**
     * The workflow with its steps and their tasks; empty when there is none. A store may leave tasks and outputs out when
     * there are more than {@link Workflow#MOST_READ} bytes of them before.
     */
    Optional<Workflow> find(WorkflowId id);

    /** The workflow without its steps; empty when there is none. */
    Optional<Workflow> head(WorkflowId id);

    /**
     * The workflow, locked until the open transaction ends: another caller that locks it waits, and then reads the changed
     * workflow. Its steps have neither tasks nor outputs, which {@link #find}, {@link #takenOver} and the task store read.
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

    /** Outputs that steps took over, by the names of those of the steps that did. */
    Map<String, Map<String, Object>> takenOver(WorkflowId id, Collection<String> steps);

    /**
     * Writes the new state of a locked workflow: its status, and the status and the task of each of the steps. The
     * store sets the times of the status, and numbers the changes (tasks-47).
     *
     * @param again after which time {@link #waiting} has the workflow, since steps of it found no room in the queue; absent
     *     when none did
     */
    void update(WorkflowId id, WorkflowStatus status, List<StepChange> steps, Optional<Duration> again);

    /** The same for a workflow of which no step waits for room. */
    default void update(WorkflowId id, WorkflowStatus status, List<StepChange> steps) {
        update(id, status, steps, Optional.empty());
    }

    /**
     * Running workflows whose steps found no room in the queue (tasks-32), and whose time to try again has come, the earliest
     * first.
     *
     * @param most how many at most
     */
    List<WorkflowId> waiting(int most);

    /**
     * The changes of a workflow and its steps (tasks-47), in the order of their numbers.
     *
     * @param after only those with a higher number
     * @param most how many at most
     */
    List<WorkflowEvent> events(WorkflowId id, int after, int most);

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
