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
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.WorkflowStore.StepChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes the progress of workflows. Every method needs an open transaction in which the workflow is locked, or was
 * added.
 */
public final class WorkflowProgress {
    /** How many steps of a workflow are enqueued at once at most. */
    private static final int ENQUEUED_AT_ONCE = 500;

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
     * @throws Refusal with {@code TaskProblem.QueueFull} when the queue has no room for the first of its steps
     */
    @SuppressWarnings("try") // The work is only held.
    public Workflow start(Workflow workflow) {
        try (Threads.Work work = threads.begin()) {
            advance(workflow, Map.of(), full -> {
                throw new Refusal(new TaskProblem.QueueFull(full.bound(), limits.capacity(), limits.retryAfter()));
            });
        }
        return kept(workflow);
    }

    /** Processes ended tasks, and begins the steps that waited for them, as many as the queue has room for (tasks-32). */
    void advance(Workflow workflow) {
        Map<TaskId, TaskStatus> ended = stores.tasks().unprocessed(workflow.id().value());
        if (workflow.status() == WorkflowStatus.RUNNING) {
            advance(workflow, ended, full -> {});
        }
        settle(ended.keySet());
    }

    private void settle(Collection<TaskId> ended) {
        if (!ended.isEmpty()) {
            stores.tasks().processed(List.copyOf(ended));
        }
    }

    private void advance(Workflow workflow, Map<TaskId, TaskStatus> ended, Consumer<Enqueued.Full> whenFirstIsFull) {
        WorkflowLifecycle.Progress progress = WorkflowLifecycle.advance(workflow.steps(), ended);
        List<WorkflowStep> steps = new ArrayList<>(progress.steps());
        Beginning beginning = new Beginning(workflow.withSteps(steps), progress.ready());
        Optional<Enqueued.Full> full = beginning.begin(steps);
        if (beginning.begun == 0) {
            full.ifPresent(whenFirstIsFull);
        }
        if (!beginning.failed.isEmpty()) {
            fail(beginning.failed, steps);
            progress = WorkflowLifecycle.advance(steps, Map.of());
            steps = new ArrayList<>(progress.steps());
        }
        write(workflow, progress.status(), steps, full.map(none -> limits.every()));
    }

    private void fail(Map<TaskId, TaskError> failed, List<WorkflowStep> steps) {
        failed.forEach((id, error) -> end(id, new TaskState.Failed(error)));
        steps.replaceAll(step -> step.taskId().filter(failed::containsKey).isPresent() ? failed(step) : step);
        settle(failed.keySet());
    }

    /** Steps that begin, in batches that are small beside the queue, until it has no room for one. */
    private final class Beginning {
        private final Workflow workflow;
        private final List<Integer> ready;
        private final StepAssignment assignment;
        private final StepOutputs outputs;
        private final Map<TaskId, TaskError> failed = new LinkedHashMap<>();
        private int begun;

        Beginning(Workflow workflow, List<Integer> ready) {
            this.workflow = workflow;
            this.ready = ready;
            this.assignment = Optional.ofNullable(
                            assignments.get(workflow.about().kind()))
                    .orElseThrow(() -> new IllegalStateException("there are no inputs for the steps of a "
                            + workflow.about().kind()));
            this.outputs = new StepOutputs(
                    stores, workflow, ready.stream().map(workflow.steps()::get).flatMap(assignment::sources));
        }

        /** Begins steps, and puts them into the list with their tasks. */
        Optional<Enqueued.Full> begin(List<WorkflowStep> steps) {
            while (begun < ready.size()) {
                int next = Math.min(ready.size(), begun + limits.mostAtOnce(ENQUEUED_AT_ONCE));
                Optional<Enqueued.Full> full = begin(ready.subList(begun, next), steps);
                if (full.isPresent()) {
                    return full;
                }
                begun = next;
            }
            return Optional.empty();
        }

        private Optional<Enqueued.Full> begin(List<Integer> numbers, List<WorkflowStep> steps) {
            List<NewTask> tasks = new ArrayList<>(numbers.size());
            Map<TaskId, TaskError> unable = new LinkedHashMap<>();
            numbers.forEach(number -> tasks.add(task(steps.get(number), unable)));
            if (stores.tasks().enqueue(tasks, limits.capacity()) instanceof Enqueued.Full full) {
                return Optional.of(full);
            }
            for (int i = 0; i < numbers.size(); i++) {
                int number = numbers.get(i);
                steps.set(
                        number,
                        WorkflowLifecycle.begun(steps.get(number), tasks.get(i).id()));
            }
            failed.putAll(unable);
            return Optional.empty();
        }

        /**
         * The task of a step; when its input cannot be created, the task has the requested input and is added to
         * {@code unable}.
         */
        private NewTask task(WorkflowStep step, Map<TaskId, TaskError> unable) {
            TaskId id = new TaskId(ids.next("task"));
            StepSpec spec = step.spec();
            Map<String, Object> input = spec.input();
            try {
                input = assignment.input(workflow, step, outputs);
            } catch (Refusal refusal) {
                unable.put(id, TaskErrors.of(refusal.problem()).error());
            }
            TaskSpec wanted = new TaskSpec(
                    spec.taskType(), input, spec.tools(), TaskSpec.DEFAULT_PRIORITY, limits.stepTtl(), spec.options());
            return new NewTask(
                    id,
                    workflow.owner(),
                    workflow.actor(),
                    types.ruled(wanted),
                    Optional.of(workflow.id().value()));
        }
    }

    private static WorkflowStep failed(WorkflowStep step) {
        return new WorkflowStep(step.spec(), StepStatus.FAILED, step.taskId(), Optional.empty());
    }

    /** Cancels a workflow with all of its tasks that have not ended, and returns its state afterwards. */
    public Workflow cancel(Workflow workflow) {
        List<WorkflowStep> steps = workflow.steps().stream()
                .map(step -> WorkflowLifecycle.cancelled(step, ended(step)))
                .toList();
        write(workflow, WorkflowStatus.CANCELLED, steps, Optional.empty());
        settle(stores.tasks().unprocessed(workflow.id().value()).keySet());
        return kept(workflow);
    }

    private Optional<Task> ended(WorkflowStep step) {
        return step.status().isFinal()
                ? Optional.empty()
                : step.taskId().flatMap(id -> end(id, new TaskState.Cancelled()));
    }

    private Optional<Task> end(TaskId id, TaskState.Ended state) {
        Optional<TaskQueue.Ending> ending = stores.tasks().end(id, state, Optional.empty());
        ending.filter(TaskQueue.Ending::changed).ifPresent(ignored -> {
            stats.ended(state);
            stores.approvals().withdraw(id.value());
        });
        return ending.map(TaskQueue.Ending::task);
    }

    private void write(Workflow workflow, WorkflowStatus status, List<WorkflowStep> steps, Optional<Duration> again) {
        List<StepChange> changes = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            WorkflowStep before = workflow.steps().get(i);
            WorkflowStep now = steps.get(i);
            if (before.status() != now.status() || !before.taskId().equals(now.taskId())) {
                changes.add(new StepChange(now.spec().name(), now.status(), now.taskId()));
            }
        }
        if (workflow.status() != status || !changes.isEmpty() || again.isPresent()) {
            stores.workflows().update(workflow.id(), status, changes, again);
        }
    }

    /** Nothing is stored for an account that is deleted in the meantime. */
    private Workflow kept(Workflow workflow) {
        return stores.workflows()
                .find(workflow.id())
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("account")));
    }
}
