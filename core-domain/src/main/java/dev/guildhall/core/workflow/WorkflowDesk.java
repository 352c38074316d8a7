package dev.guildhall.core.workflow;

import dev.guildhall.core.account.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.Workflows;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Starts, shows and cancels workflows. Thread-safe. */
public final class WorkflowDesk implements Workflows {
    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final WorkflowProgress progress;
    private final WorkflowShelf shelf;
    private final StartOnce once;

    public WorkflowDesk(
            InstantSource clock,
            IdSource ids,
            Stores stores,
            WorkflowProgress progress,
            Permissions permissions,
            WorkflowLimits limits) {
        this.clock = clock;
        this.ids = ids;
        this.stores = stores;
        this.progress = progress;
        this.shelf = new WorkflowShelf(stores, progress, permissions, Workflow.Kind.WORKFLOW);
        this.once = new StartOnce(clock, stores.idempotency(), limits.answersKept());
    }

    @Override
    public Started start(Caller caller, String name, List<StepSpec> steps, Optional<IdempotencyKey> key) {
        Caller.User user = caller.requireUser();
        String line = Text.requireLine("name", name, 1, MAX_NAME);
        StepRules.require(steps);
        WorkflowId id = new WorkflowId(ids.next("wf"));
        StartOnce.Wish wish = new StartOnce.Wish(user.userId(), line, steps, id);
        return stores.transactions()
                .inTransaction(() -> key.flatMap(given -> once.claim(wish, given))
                        .map(first -> new Started(FirstAnswer.of(shelf.find(user, first)), true))
                        .orElseGet(() -> new Started(started(user, wish), false)));
    }

    private Workflow started(Caller.User user, StartOnce.Wish wish) {
        Workflow workflow = new Workflow(
                wish.id(),
                user.userId(),
                user.profileId(),
                new Workflow.About(Workflow.Kind.WORKFLOW, wish.name(), "", Optional.empty()),
                WorkflowStatus.RUNNING,
                wish.steps().stream().map(WorkflowStep::pending).toList(),
                clock.instant(),
                Optional.of(clock.instant()),
                Optional.empty());
        stores.workflows().add(workflow);
        return progress.start(workflow);
    }

    @Override
    public Workflow find(Caller caller, WorkflowId id) {
        return shelf.find(caller.requireUser(), id);
    }

    @Override
    public Page<Workflow> list(Caller caller, Optional<WorkflowStatus> status, PageRequest page) {
        Caller.User user = caller.requireUser();
        Optional<UserId> owner = user.isAdmin() ? Optional.empty() : Optional.of(user.userId());
        return stores.workflows().list(Workflow.Kind.WORKFLOW, owner, status, page);
    }

    @Override
    public Workflow cancel(Caller caller, WorkflowId id) {
        return shelf.cancel(caller.requireUser(), id);
    }
}
