package dev.guildhall.core.workflow;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import java.util.Optional;

/** The workflows of one kind, as callers see them. */
public final class WorkflowReader {
    private final Stores stores;
    private final WorkflowProgress progress;
    private final Permissions permissions;
    private final Workflow.Kind kind;

    public WorkflowReader(Stores stores, WorkflowProgress progress, Permissions permissions, Workflow.Kind kind) {
        this.stores = stores;
        this.progress = progress;
        this.permissions = permissions;
        this.kind = kind;
    }

    /**
     * A workflow that the caller sees, in its current state.
     *
     * @throws Refusal with {@code CommonProblem.NotFound}
     */
    public Workflow find(Caller.User user, WorkflowId id) {
        return seen(user, stores.workflows().find(id));
    }

    /**
     * The status of a workflow that the caller sees.
     *
     * @throws Refusal with {@code CommonProblem.NotFound}
     */
    WorkflowStatus status(Caller.User user, WorkflowId id) {
        return seen(user, stores.workflows().head(id)).status();
    }

    /**
     * A workflow that the caller sees, locked until the open transaction ends.
     *
     * @throws Refusal with {@code CommonProblem.NotFound}
     */
    public Workflow lock(Caller.User user, WorkflowId id) {
        return seen(user, stores.workflows().lock(id));
    }

    private Workflow seen(Caller.User user, Optional<Workflow> found) {
        return found.filter(workflow -> workflow.about().kind() == kind && permissions.sees(user, workflow.owner()))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound(name())));
    }

    private String name() {
        return switch (kind) {
            case WORKFLOW -> "workflow";
            case AGENT_TASK -> "task";
        };
    }

    /**
     * Cancels a workflow that the caller sees; a cancelled one stays as it is.
     *
     * @throws Refusal with {@code CommonProblem.NotFound}, with {@code CommonProblem.Conflict} for one that has
     *     completed or failed
     */
    public Workflow cancel(Caller.User user, WorkflowId id) {
        return stores.transactions().inTransaction(() -> {
            Workflow workflow = lock(user, id);
            return switch (workflow.status()) {
                case CANCELLED -> find(user, id);
                case COMPLETED, FAILED -> throw new Refusal(new CommonProblem.Conflict("the " + name() + " has ended"));
                case PENDING, RUNNING -> progress.cancel(workflow);
            };
        });
    }
}
