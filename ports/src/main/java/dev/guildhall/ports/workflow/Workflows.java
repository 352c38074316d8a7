package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Driving port: workflows (tasks-29 to tasks-34). A caller sees the caller's own workflows, an admin
 * sees all; for other workflows they get {@code CommonProblem.NotFound}. Every method blocks.
 */
public interface Workflows {
    /** The most steps of one workflow. */
    int MOST_STEPS = 10_000;

    /** The most characters of a name. */
    int MAX_NAME = 200;

    /**
     * Stores a workflow and starts steps without dependencies; all of that is durable when this returns. When the queue has
     * room for the first of them, the others start as it has room for them (tasks-32).
     *
     * @param name 1 to {@link #MAX_NAME} characters
     * @param steps 1 to {@link #MOST_STEPS}
     * @param key the idempotency key: a second request with it starts no second workflow; absent means that every
     *     request starts one
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} for no steps, repeated names, an
     *     unknown dependency, a cycle (which the message names), a reference to the output of a step that it does not
     *     depend on, and a step named {@code input} or {@code trigger}; with {@code TaskProblem.QueueFull}; and as {@link dev.guildhall.ports.task.Tasks#submit} for the key
     */
    Started start(Caller caller, String name, List<StepSpec> steps, Optional<IdempotencyKey> key);

    /** The same for a workflow whose steps' calls of tools wait for its owner, as {@code Tasks.submitAsking} (approvals-8). */
    Started startAsking(Caller caller, String name, List<StepSpec> steps, Optional<IdempotencyKey> key);

    /** The same without an idempotency key. */
    default Workflow start(Caller caller, String name, List<StepSpec> steps) {
        return start(caller, name, steps, Optional.empty()).workflow();
    }

    /**
     * The workflow when it has ended, however long that takes.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    Workflow await(Caller caller, WorkflowId id);

    /**
     * Starts a workflow with the steps of one that has ended (tasks-46). Steps that completed are completed in it with the
     * same outputs and without tasks; the others run again.
     *
     * @param from a step that runs again with all steps that depend on it; absent means that no completed step does
     * @param key of the request; another request with it gets the workflow of the first one as it is then (general-33);
     *     absent means that each request starts one
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has not ended, with {@code
     *     CommonProblem.Invalid} when it has no such step, with {@code TaskProblem.QueueFull}
     */
    Started retry(Caller caller, WorkflowId id, Optional<String> from, Optional<IdempotencyKey> key);

    /**
     * Sends the changes of a workflow and its steps (tasks-47), and returns after the end of the workflow.
     *
     * @param after the number of the last event that the caller has received; 0 for none
     * @param sink gets the events in the order of their numbers
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    void watch(Caller caller, WorkflowId id, int after, Consumer<WorkflowEvent> sink);

    /**
     * A workflow that has started.
     *
     * @param workflow as it was stored
     * @param replayed whether an earlier request with the same key started it
     */
    record Started(Workflow workflow, boolean replayed) {}

    /** A workflow in its current state. */
    Workflow find(Caller caller, WorkflowId id);

    /** The status of a workflow. */
    WorkflowStatus status(Caller caller, WorkflowId id);

    /**
     * Workflows, newest first; without those that the caller may not see.
     *
     * @param owner the owner of the workflows; absent means all users. Another user than the caller needs the role admin
     * @param status the status; absent means any
     */
    Page<Workflow> list(Caller caller, Optional<UserId> owner, Optional<WorkflowStatus> status, PageRequest page);

    /**
     * Cancels a workflow and all of its tasks that have not ended; none of them completes afterwards. A second call
     * changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    Workflow cancel(Caller caller, WorkflowId id);
}
