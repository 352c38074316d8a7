package dev.guildhall.core.inmemory.task;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Workflows in memory, with those that ended last (tasks-35); the tasks of their steps are in the task store. Transactions run one at a time, so the running
 * one has the lock of every workflow.
 */
public final class InMemoryWorkflowStore implements WorkflowStore {
    private static final int MOST_ENDED = 10_000;

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final InstantSource clock;
    private final UndoableMap<WorkflowId, Workflow> workflows;
    /** Those that have ended, in the order of their ends. */
    private final UndoableMap<WorkflowId, WorkflowId> ended;

    public InMemoryWorkflowStore(InMemoryTransactions transactions, Stores stores, InstantSource clock) {
        this.transactions = transactions;
        this.stores = stores;
        this.clock = clock;
        this.workflows = new UndoableMap<>(transactions);
        this.ended = new UndoableMap<>(transactions);
    }

    @Override
    public boolean add(Workflow workflow) {
        return transactions.guarded(() -> {
            boolean isOwned = InMemoryTaskStore.isThere(stores, workflow.owner());
            if (isOwned) {
                put(reached(workflow, InMemoryTaskStore.now(clock), workflow.status(), workflow.steps()));
            }
            return isOwned;
        });
    }

    private void put(Workflow workflow) {
        workflows.put(workflow.id(), workflow);
        if (workflow.status().isFinal() && ended.add(workflow.id(), workflow.id()) && ended.size() > MOST_ENDED) {
            ended.eldest().flatMap(workflows::get).ifPresent(this::remove);
        }
    }

    private Workflow reached(Workflow workflow, Instant createdAt, WorkflowStatus status, List<WorkflowStep> steps) {
        Optional<Workflow> before = workflows.get(workflow.id());
        return new Workflow(
                workflow.id(),
                workflow.owner(),
                workflow.actor(),
                workflow.about(),
                status,
                steps,
                createdAt,
                before.flatMap(Workflow::startedAt).or(() -> when(status == WorkflowStatus.RUNNING)),
                before.flatMap(Workflow::completedAt).or(() -> when(status.isFinal())));
    }

    private Optional<Instant> when(boolean reached) {
        return reached ? Optional.of(InMemoryTaskStore.now(clock)) : Optional.empty();
    }

    @Override
    public Optional<Workflow> find(WorkflowId id) {
        return transactions.guarded(() -> workflows.get(id).map(this::withTasks));
    }

    private Workflow withTasks(Workflow workflow) {
        return workflow.withSteps(workflow.steps().stream()
                .map(step -> new WorkflowStep(
                        step.spec(), step.status(), step.taskId(), step.taskId().flatMap(stores.tasks()::find)))
                .toList());
    }

    @Override
    public Optional<Workflow> lock(WorkflowId id) {
        transactions.requireOpen();
        return find(id);
    }

    /** A transaction excludes all others. */
    @Override
    public Optional<Workflow> tryLock(WorkflowId id) {
        return lock(id);
    }

    @Override
    public Page<Workflow> list(
            Workflow.Kind kind, Optional<UserId> owner, Optional<WorkflowStatus> status, PageRequest page) {
        return transactions.guarded(() -> {
            List<Workflow> all = workflows
                    .where(workflow -> workflow.about().kind() == kind
                            && owner.map(workflow.owner()::equals).orElse(true)
                            && status.map(wanted -> workflow.status() == wanted).orElse(true))
                    .toList();
            Page<Workflow> found = Page.newestFirst(all, page, Workflow::id);
            return new Page<>(found.items().stream().map(this::withTasks).toList(), found.next());
        });
    }

    @Override
    public void update(WorkflowId id, WorkflowStatus status, List<StepChange> steps) {
        transactions.requireOpen();
        Map<String, StepChange> changes =
                steps.stream().collect(Collectors.toMap(StepChange::name, Function.identity()));
        workflows.get(id).ifPresent(workflow -> {
            List<WorkflowStep> changed = workflow.steps().stream()
                    .map(step -> Optional.ofNullable(changes.get(step.spec().name()))
                            .map(change ->
                                    new WorkflowStep(step.spec(), change.status(), change.taskId(), Optional.empty()))
                            .orElse(step))
                    .toList();
            put(reached(workflow, workflow.createdAt(), status, changed));
            if (status.isFinal()
                    && !workflow.status().isFinal()
                    && workflow.about().kind() == Workflow.Kind.WORKFLOW) {
                WebhookEvent event = WebhookEvent.of("workflow", status);
                stores.webhooks().publish(workflow.owner(), event, id.value());
            }
        });
    }

    @Override
    public int prune(Instant before, int most) {
        return transactions.guarded(() -> {
            List<Workflow> old = workflows
                    .where(workflow ->
                            workflow.completedAt().filter(before::isAfter).isPresent())
                    .limit(most)
                    .toList();
            old.forEach(this::remove);
            return old.size();
        });
    }

    private void remove(Workflow workflow) {
        stores.tasks()
                .remove(workflow.steps().stream()
                        .flatMap(step -> step.taskId().stream())
                        .toList());
        forget(workflow);
    }

    private void forget(Workflow workflow) {
        workflows.remove(workflow.id());
        ended.remove(workflow.id());
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            List<Workflow> own = workflows
                    .where(workflow -> workflow.owner().equals(user))
                    .limit(most)
                    .toList();
            own.forEach(this::forget);
            return own.size();
        });
    }
}
