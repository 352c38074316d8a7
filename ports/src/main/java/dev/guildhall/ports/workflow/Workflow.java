package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Steps that depend on each other.
 *
 * @param id never changes: {@code wf_…}, or {@code task_…} for a task of the agent service
 * @param owner its owner
 * @param actor what its tasks act as
 * @param about its description
 * @param status its state
 * @param steps in the order of the request, at least one
 * @param createdAt when it was stored
 * @param startedAt when it was started; absent before that
 * @param completedAt when it ended; absent before that
 * @param retriedFrom the workflow that this one repeats (tasks-46); absent for any other
 */
public record Workflow(
        WorkflowId id,
        UserId owner,
        Actor actor,
        About about,
        WorkflowStatus status,
        List<WorkflowStep> steps,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Instant> completedAt,
        Optional<WorkflowId> retriedFrom) {
    /** The most bytes of inputs and outputs of tasks that are read with a workflow, before the last one: 16 MiB (tasks-50). */
    public static final int MOST_READ = 16 << 20;

    public Workflow {
        steps = List.copyOf(steps);
    }

    /** Whether some step has completed whose output was not read. */
    public boolean isTruncated() {
        return steps.stream()
                .anyMatch(step ->
                        step.status() == StepStatus.COMPLETED && step.output().isEmpty());
    }

    /** A workflow that repeats no other. */
    public Workflow(
            WorkflowId id,
            UserId owner,
            Actor actor,
            About about,
            WorkflowStatus status,
            List<WorkflowStep> steps,
            Instant createdAt,
            Optional<Instant> startedAt,
            Optional<Instant> completedAt) {
        this(id, owner, actor, about, status, steps, createdAt, startedAt, completedAt, Optional.empty());
    }

    /** The same workflow with other steps. */
    public Workflow withSteps(List<WorkflowStep> others) {
        return new Workflow(id, owner, actor, about, status, others, createdAt, startedAt, completedAt, retriedFrom);
    }

    /**
     * The description of a workflow.
     *
     * @param kind the service that it belongs to
     * @param name of a workflow, title of a task of the agent service
     * @param description as text; empty when there is none
     * @param chatId the conversation that it belongs to; absent when it belongs to none
     */
    public record About(Kind kind, String name, String description, Optional<ChatId> chatId) {}

    /** The service that a workflow belongs to. */
    public enum Kind {
        /** A workflow of the orchestration service. */
        WORKFLOW,
        /** A task of the agent service. */
        AGENT_TASK
    }
}
