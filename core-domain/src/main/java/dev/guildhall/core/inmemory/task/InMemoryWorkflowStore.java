package dev.guildhall.core.inmemory.task;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowEvent;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

    private final UndoableMap<WorkflowId, List<Change>> changes;

    /** When workflows with steps that found no room in the queue are tried again. */
    private final UndoableMap<WorkflowId, Instant> waiting;

    /** A change of a workflow, or of its step; its number is its place. */
    private record Change(Instant at, Optional<String> step, StepStatus status, Optional<TaskId> taskId) {
        WorkflowEvent numbered(int number, Optional<TaskError> error) {
            return new WorkflowEvent(number, at, step, status, taskId, error);
        }
    }

    public InMemoryWorkflowStore(InMemoryTransactions transactions, Stores stores, InstantSource clock) {
        this.transactions = transactions;
        this.stores = stores;
        this.clock = clock;
        this.workflows = new UndoableMap<>(transactions);
        this.ended = new UndoableMap<>(transactions);
        this.changes = new UndoableMap<>(transactions);
        this.waiting = new UndoableMap<>(transactions);
    }

    @Override
    public boolean add(Workflow workflow) {
        return transactions.guarded(() -> {
            boolean isOwned = InMemoryTaskStore.isThere(stores, workflow.owner());
            if (isOwned) {
                Instant now = InMemoryTaskStore.now(clock);
                put(reached(workflow, now, workflow.status(), takenOver(workflow)));
                changes.put(
                        workflow.id(),
                        List.of(new Change(now, Optional.empty(), StepStatus.RUNNING, Optional.empty())));
            }
            return isOwned;
        });
    }

    private List<WorkflowStep> takenOver(Workflow workflow) {
        Map<String, WorkflowStep> before = workflow.retriedFrom().flatMap(this::find).stream()
                .flatMap(repeated -> repeated.steps().stream())
                .collect(Collectors.toMap(step -> step.spec().name(), Function.identity()));
        return workflow.steps().stream()
                .map(step -> new WorkflowStep(
                        step.spec(),
                        step.status(),
                        step.taskId(),
                        Optional.empty(),
                        step.status() == StepStatus.COMPLETED
                                ? Optional.ofNullable(before.get(step.spec().name()))
                                        .flatMap(WorkflowStep::output)
                                : Optional.empty()))
                .toList();
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
                before.flatMap(Workflow::completedAt).or(() -> when(status.isFinal())),
                workflow.retriedFrom());
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
                        step.spec(),
                        step.status(),
                        step.taskId(),
                        step.taskId().flatMap(stores.tasks()::find),
                        step.takenOver()))
                .toList());
    }

    @Override
    public Optional<Workflow> head(WorkflowId id) {
        return transactions.guarded(() -> workflows.get(id).map(workflow -> workflow.withSteps(List.of())));
    }

    @Override
    public Optional<Workflow> lock(WorkflowId id) {
        transactions.requireOpen();
        return workflows
                .get(id)
                .map(workflow -> workflow.withSteps(workflow.steps().stream()
                        .map(step -> new WorkflowStep(step.spec(), step.status(), step.taskId(), Optional.empty()))
                        .toList()));
    }

    @Override
    public Map<String, Map<String, Object>> takenOver(WorkflowId id, Collection<String> steps) {
        Set<String> wanted = Set.copyOf(steps);
        return transactions.guarded(() -> workflows.get(id).stream()
                .flatMap(workflow -> workflow.steps().stream())
                .filter(step ->
                        wanted.contains(step.spec().name()) && step.takenOver().isPresent())
                .collect(Collectors.toMap(
                        step -> step.spec().name(), step -> step.takenOver().orElseThrow())));
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
    public void update(WorkflowId id, WorkflowStatus status, List<StepChange> steps, Optional<Duration> again) {
        transactions.requireOpen();
        Map<String, StepChange> wanted =
                steps.stream().collect(Collectors.toMap(StepChange::name, Function.identity()));
        workflows.get(id).ifPresent(workflow -> {
            List<WorkflowStep> changed = workflow.steps().stream()
                    .map(step -> Optional.ofNullable(wanted.get(step.spec().name()))
                            .map(change -> new WorkflowStep(
                                    step.spec(), change.status(), change.taskId(), Optional.empty(), step.takenOver()))
                            .orElse(step))
                    .toList();
            number(workflow, status, steps);
            put(reached(workflow, workflow.createdAt(), status, changed));
            if (status.isFinal()
                    && !workflow.status().isFinal()
                    && workflow.about().kind() == Workflow.Kind.WORKFLOW) {
                WebhookEvent event = WebhookEvent.of("workflow", status);
                stores.webhooks().publish(workflow.owner(), event, id.value());
            }
        });
        waiting.remove(id);
        again.ifPresent(pause -> waiting.put(id, InMemoryTaskStore.now(clock).plus(pause)));
    }

    private void number(Workflow before, WorkflowStatus status, List<StepChange> steps) {
        Instant now = InMemoryTaskStore.now(clock);
        List<Change> all = new ArrayList<>(changes.get(before.id()).orElse(List.of()));
        steps.forEach(step -> all.add(new Change(now, Optional.of(step.name()), step.status(), step.taskId())));
        if (status.isFinal() && !before.status().isFinal()) {
            all.add(new Change(now, Optional.empty(), StepStatus.valueOf(status.name()), Optional.empty()));
        }
        changes.put(before.id(), List.copyOf(all));
    }

    @Override
    public List<WorkflowId> waiting(int most) {
        Instant now = InMemoryTaskStore.now(clock);
        return transactions.guarded(() -> waiting.keys().stream()
                .filter(id -> waiting.get(id).filter(due -> !due.isAfter(now)).isPresent())
                .sorted(Comparator.comparing(id -> waiting.get(id).orElse(now)))
                .limit(most)
                .toList());
    }

    @Override
    public List<WorkflowEvent> events(WorkflowId id, int after, int most) {
        return transactions.guarded(() -> {
            List<Change> all = changes.get(id).orElse(List.of());
            return IntStream.rangeClosed(after + 1, (int) Math.min(all.size(), (long) after + most))
                    .mapToObj(number -> event(number, all.get(number - 1)))
                    .toList();
        });
    }

    private WorkflowEvent event(int number, Change change) {
        Optional<TaskError> error = change.status() == StepStatus.FAILED
                ? change.taskId()
                        .flatMap(stores.tasks()::find)
                        .flatMap(task -> task.state() instanceof TaskState.Failed(TaskError why)
                                ? Optional.of(why)
                                : Optional.empty())
                : Optional.empty();
        return change.numbered(number, error);
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
        changes.remove(workflow.id());
        waiting.remove(workflow.id());
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
