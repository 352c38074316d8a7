package dev.guildhall.core.workflow;

import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads steps of a workflow with their outputs. It reads ahead, a few at a time, in the order in which they will be asked
 * for, and holds a few: an output has up to 1 MiB, and a workflow 10,000 of them. Confined to one thread.
 */
public final class StepOutputs {
    private static final int READ_AT_ONCE = 20;
    private static final int MOST_HELD = 3 * READ_AT_ONCE;

    private final Stores stores;
    private final Workflow workflow;
    private final Map<String, WorkflowStep> steps;
    private final List<String> order;
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, WorkflowStep> held = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, WorkflowStep> eldest) {
            return size() > MOST_HELD;
        }
    };

    /** @param wanted the names of the steps that it will be asked for, in that order; unknown ones are left out */
    StepOutputs(Stores stores, Workflow workflow, Stream<String> wanted) {
        this.stores = stores;
        this.workflow = workflow;
        this.order = wanted.distinct().toList();
        for (int i = 0; i < order.size(); i++) {
            places.put(order.get(i), i);
        }
        this.steps = order.isEmpty()
                ? Map.of()
                : workflow.steps().stream()
                        .filter(step -> places.containsKey(step.spec().name()))
                        .collect(Collectors.toMap(step -> step.spec().name(), Function.identity()));
    }

    /** A step with its task, or with the output that it took over; empty when there is none. */
    public Optional<WorkflowStep> of(String name) {
        if (!steps.containsKey(name)) {
            return Optional.empty();
        }
        if (!held.containsKey(name)) {
            read(order.subList(
                    places.getOrDefault(name, 0), Math.min(order.size(), places.getOrDefault(name, 0) + READ_AT_ONCE)));
        }
        return Optional.ofNullable(held.get(name));
    }

    private void read(List<String> names) {
        List<WorkflowStep> found = names.stream()
                .flatMap(name -> Optional.ofNullable(steps.get(name)).stream())
                .toList();
        Map<TaskId, Task> tasks = tasks(found);
        Map<String, Map<String, Object>> takenOver = takenOver(found);
        // The step that is asked for comes first and must not be the eldest.
        found.reversed()
                .forEach(step -> held.put(
                        step.spec().name(),
                        new WorkflowStep(
                                step.spec(),
                                step.status(),
                                step.taskId(),
                                step.taskId().flatMap(id -> Optional.ofNullable(tasks.get(id))),
                                Optional.ofNullable(takenOver.get(step.spec().name())))));
    }

    private Map<TaskId, Task> tasks(List<WorkflowStep> found) {
        List<TaskId> ids =
                found.stream().flatMap(step -> step.taskId().stream()).toList();
        return ids.isEmpty()
                ? Map.of()
                : stores.tasks().findAll(ids).stream().collect(Collectors.toMap(Task::id, Function.identity()));
    }

    private Map<String, Map<String, Object>> takenOver(List<WorkflowStep> found) {
        List<String> names = found.stream()
                .filter(step -> step.taskId().isEmpty())
                .map(step -> step.spec().name())
                .toList();
        return names.isEmpty() ? Map.of() : stores.workflows().takenOver(workflow.id(), names);
    }
}
