package dev.guildhall.ports.agenttask;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import java.util.Optional;
import java.util.Set;

/**
 * Driving port: tasks of the agent service, whose steps agents execute (agents-22 to agents-25). They are
 * workflows of the kind {@code AGENT_TASK}. A caller sees the caller's own tasks, an admin sees all; for other tasks
 * they get {@code CommonProblem.NotFound}. Every method blocks.
 */
public interface AgentTasks {
    /** The names of the tools with which an agent creates and reads tasks; agents of the mode {@code v0.1} have none. */
    Set<String> TOOLS = Set.of("builtin.task_create", "builtin.task_status");

    /**
     * Creates a task, which waits until a caller executes it. When the request has no steps, the model plans them.
     *
     * @param key the idempotency key: the same key within 24 hours returns the task that the first request created, as
     *     it is now; absent means that every request creates a task
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} for a task of another user, with
     *     {@code CommonProblem.Invalid} for an unknown dependency, a cycle or a repeated title, with
     *     {@code CommonProblem.IdempotencyMismatch} for a key that was used with another request, and with those of
     *     {@code Completions} when the model has to plan
     */
    Workflow create(Caller caller, AgentTaskRequest request, Optional<IdempotencyKey> key);

    /** A task in its current state. */
    Workflow find(Caller caller, WorkflowId id);

    /** A user's tasks, newest first. */
    Page<Workflow> list(Caller caller, UserId userId, Optional<WorkflowStatus> status, PageRequest page);

    /**
     * Starts a task; a second call while the task runs changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has ended, with
     *     {@code TaskProblem.QueueFull}, with {@code CommonProblem.Invalid} when more of its steps have no dependencies
     *     than the queue can hold
     */
    Workflow execute(Caller caller, WorkflowId id);

    /**
     * Cancels a task that is pending or running; none of its steps completes afterwards. A second call changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    Workflow cancel(Caller caller, WorkflowId id);
}
