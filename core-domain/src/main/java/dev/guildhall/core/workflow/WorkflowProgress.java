package dev.guildhall.core.workflow;

import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.core.task.TaskStats;
import dev.guildhall.core.task.TaskTypeRules;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.WorkflowStore.StepChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the progress of workflows. Every method needs an open transaction in which the workflow is locked, or was
 * added.
 */
public final class WorkflowProgress {
    /** The queue accepts any number of additional tasks. */
    private static final long ANY_NUMBER = 0;

    private final Threads threads;
    private final Stores stores;
    private final IdSource ids;
    private final Map<Workflow.Kind, StepAssignment> assignments;
    private final TaskStats stats;
    private final TaskTypeRules types;
    private final WorkflowLimits limits;

    public WorkflowProgress(
            Threads threads,
            Stores stores,
            IdSource ids,
            Map<Workflow.Kind, StepAssignment> assignments,
            TaskStats stats,
            TaskTypeRules types,
            WorkflowLimits limits) {
        this.types = types;
        this.threads = threads;
        this.stores = stores;
        this.ids = ids;
        this.assignments = Map.copyOf(assignments);
        this.stats = stats;
        this.limits = limits;
    }

    /**
     * Starts a workflow.
     *
     * @return its state afterwards
     * @throws Refusal with {@code TaskProblem.QueueFull}; with {@code CommonProblem.Invalid} when an empty queue could
     *     not hold the steps that begin at once either
     */
    @SuppressWarnings("try") // The work is only held.
    public Workflow start(Workflow workflow) {
        long first = workflow.steps().stream()
                .filter(step -> step.spec().dependsOn().isEmpty())
                .count();
        if (first > limits.mostAtOnce()) {
            throw Refusal.invalid(
                    "steps",
                    "at most " + limits.mostAtOnce() + " may depend on no other step: they wait in the queue together");
        }
        try (Threads.Work work = threads.begin()) {
            advance(workflow, limits.capacity());
        }
        return kept(workflow);
    }

    /**
     * Processes ended tasks, and begins the steps that waited for them. A workflow that has begun continues: the queue
     * accepts its tasks however full it is.
     */
    void advance(Workflow workflow) {
        if (workflow.status() == WorkflowStatus.RUNNING) {
            advance(workflow, ANY_NUMBER);
        } else {
            settle(endedTasks(workflow.steps()));
        }
    }

    private void settle(List<TaskId> ended) {
        if (!ended.isEmpty()) {
            stores.tasks().processed(ended);
        }
    }

    private void advance(Workflow workflow, long capacity) {
        WorkflowLifecycle.Progress progress = WorkflowLifecycle.advance(workflow.steps());
        List<WorkflowStep> steps = new ArrayList<>(progress.steps());
        Workflow reached = workflow.withSteps(steps);
        List<NewTask> tasks = new ArrayList<>();
        Map<TaskId, TaskError> failed = new LinkedHashMap<>();
        for (int number : progress.ready()) {
            WorkflowStep step = steps.get(number);
            TaskId id = new TaskId(ids.next("task"));
            tasks.add(task(id, reached, step, failed));
            steps.set(number, WorkflowLifecycle.begun(step, id));
        }
        enqueue(tasks, capacity);
        failed.forEach((id, error) -> end(id, new TaskState.Failed(error)));
        if (!failed.isEmpty()) {
            steps.replaceAll(step -> step.taskId().filter(failed::containsKey).isPresent() ? failed(step) : step);
            progress = WorkflowLifecycle.advance(steps);
            steps = new ArrayList<>(progress.steps());
        }
        write(workflow, progress.status(), steps);
        List<TaskId> ended = new ArrayList<>(noted(workflow.steps()));
        ended.addAll(failed.keySet());
        settle(ended);
    }

    private static WorkflowStep failed(WorkflowStep step) {
        return new WorkflowStep(step.spec(), StepStatus.FAILED, step.taskId(), step.task());
    }

    /**
     * The task of a step; when its input cannot be created, the task has the requested input and is added to
     * {@code failed}.
     */
    private NewTask task(TaskId id, Workflow workflow, WorkflowStep step, Map<TaskId, TaskError> failed) {
        StepSpec spec = step.spec();
        Map<String, Object> input = spec.input();
        try {
            StepAssignment assignment = Optional.ofNullable(
                            assignments.get(workflow.about().kind()))
                    .orElseThrow(() -> new IllegalStateException("there are no inputs for the steps of a "
                            + workflow.about().kind()));
            input = assignment.input(workflow, step);
        } catch (Refusal refusal) {
            failed.put(id, TaskErrors.of(refusal.problem()).error());
        }
        TaskSpec wanted =
                new TaskSpec(spec.taskType(), input, spec.tools(), TaskSpec.DEFAULT_PRIORITY, limits.stepTtl());
        return new NewTask(
                id,
                workflow.owner(),
                workflow.actor(),
                types.ruled(wanted),
                Optional.of(workflow.id().value()));
    }

    private void enqueue(List<NewTask> tasks, long capacity) {
        if (!tasks.isEmpty() && stores.tasks().enqueue(tasks, capacity) instanceof Enqueued.Full(var bound)) {
            throw new Refusal(new TaskProblem.QueueFull(bound, capacity, limits.retryAfter()));
        }
    }

    /** Cancels a workflow with all of its tasks that have not ended, and returns its state afterwards. */
    public Workflow cancel(Workflow workflow) {
        List<WorkflowStep> steps = workflow.steps().stream()
                .map(step -> WorkflowLifecycle.cancelled(step, ended(step)))
                .toList();
        write(workflow, WorkflowStatus.CANCELLED, steps);
        settle(endedTasks(steps));
        return kept(workflow);
    }

    private Optional<Task> ended(WorkflowStep step) {
        return step.status().isFinal() ? step.task() : step.taskId().flatMap(id -> end(id, new TaskState.Cancelled()));
    }

    private Optional<Task> end(TaskId id, TaskState.Ended state) {
        Optional<TaskQueue.Ending> ending = stores.tasks().end(id, state, Optional.empty());
        ending.filter(TaskQueue.Ending::changed).ifPresent(ignored -> {
            stats.ended(state);
            stores.approvals().withdraw(id.value());
        });
        return ending.map(TaskQueue.Ending::task);
    }

    private void write(Workflow workflow, WorkflowStatus status, List<WorkflowStep> steps) {
        List<StepChange> changes = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            WorkflowStep before = workflow.steps().get(i);
            WorkflowStep now = steps.get(i);
            if (before.status() != now.status() || !before.taskId().equals(now.taskId())) {
                changes.add(new StepChange(now.spec().name(), now.status(), now.taskId()));
            }
        }
        if (workflow.status() != status || !changes.isEmpty()) {
            stores.workflows().update(workflow.id(), status, changes);
        }
    }

    /** The tasks to mark as processed: those of running steps, or, when there are none, all that have ended. */
    private static List<TaskId> noted(List<WorkflowStep> steps) {
        List<TaskId> news = endedTasks(
                steps.stream().filter(step -> !step.status().isFinal()).toList());
        return news.isEmpty() ? endedTasks(steps) : news;
    }

    private static List<TaskId> endedTasks(List<WorkflowStep> steps) {
        return steps.stream()
                .flatMap(step -> step.task().stream())
                .filter(task -> task.status().isFinal())
                .map(Task::id)
                .toList();
    }

    /** Nothing is stored for an account that is deleted in the meantime. */
    private Workflow kept(Workflow workflow) {
        return stores.workflows()
                .find(workflow.id())
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("account")));
    }
}
