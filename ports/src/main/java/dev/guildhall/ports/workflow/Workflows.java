package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import java.util.List;
import java.util.Optional;

/**
 * Driving port: workflows (spec/3 task orchestration, contract 6). Callers see their own, admins all; what they do not
 * see is {@code CommonProblem.NotFound}. Every method blocks. Thread-safe.
 */
public interface Workflows {
    /** The most steps of one workflow. */
    int MOST_STEPS = 1000;

    /** The most characters of a name. */
    int MAX_NAME = 200;

    /**
     * Keeps a workflow and starts the steps that depend on none; all of that is durable when this returns.
     *
     * @param name 1 to {@link #MAX_NAME} characters
     * @param steps 1 to {@link #MOST_STEPS}
     * @param key makes it happen once, however often it is asked for; absent means every time
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} for no steps, repeated names, a
     *     dependency that there is not, a cycle (named), a reference to the output of a step that it does not depend on,
     *     and more steps that depend on none than the queue ever has room for; with {@code TaskProblem.QueueFull}; and as {@link dev.guildhall.ports.task.Tasks#submit} for the key
     */
    Started start(Caller caller, String name, List<StepSpec> steps, Optional<IdempotencyKey> key);

    /**
     * A workflow that has started.
     *
     * @param workflow as it was kept
     * @param replayed whether an earlier request with the same key started it
     */
    record Started(Workflow workflow, boolean replayed) {}

    /** A workflow as it is now. */
    Workflow find(Caller caller, WorkflowId id);

    /**
     * Workflows, newest first.
     *
     * @param status in which state; absent means any
     */
    Page<Workflow> list(Caller caller, Optional<WorkflowStatus> status, PageRequest page);

    /**
     * Cancels a workflow and all of its tasks that have not ended; nothing completes afterwards. Again: no change.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    Workflow cancel(Caller caller, WorkflowId id);
}
