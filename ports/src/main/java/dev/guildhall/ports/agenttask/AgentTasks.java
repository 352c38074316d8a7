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

/**
 * Driving port: tasks of the agent service, whose steps agents carry out (spec/2 section 4, contract 4). They are
 * workflows of the kind {@code AGENT_TASK}. Callers see their own, admins all; what they do not see is
 * {@code CommonProblem.NotFound}. Every method blocks. Thread-safe.
 */
public interface AgentTasks {
    /**
     * Keeps a task, which waits until somebody executes it. Without steps the model is asked for them.
     *
     * @param key makes it happen once: the same key within 24 hours finds the task that the first request created, as it is
     *     now; absent means that every request creates one
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} for somebody else's task, with
     *     {@code CommonProblem.Invalid} for a dependency that there is not, a cycle or a repeated title, with
     *     {@code CommonProblem.IdempotencyMismatch} for a key that came with another request, and those of
     *     {@code Completions} where the model has to plan
     */
    Workflow create(Caller caller, AgentTaskRequest request, Optional<IdempotencyKey> key);

    /** A task as it is now. */
    Workflow find(Caller caller, WorkflowId id);

    /** A user's tasks, newest first. */
    Page<Workflow> list(Caller caller, UserId userId, Optional<WorkflowStatus> status, PageRequest page);

    /**
     * Starts a task; the same again while it runs.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has ended, with
     *     {@code TaskProblem.QueueFull}, with {@code CommonProblem.Invalid} when more of its steps depend on none than the
     *     queue ever has room for
     */
    Workflow execute(Caller caller, WorkflowId id);

    /**
     * Cancels a task that is pending or running; nothing completes afterwards. Again: no change.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    Workflow cancel(Caller caller, WorkflowId id);
}
