package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.LabelledCounter;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TaskStatsTest {
    private static final TaskType WORK = new TaskType("work");
    private static final Caller.User ADA = Sample.external("ada");

    private final Core core = Core.of(parts -> parts.unknownTaskTypes(UnknownTaskTypes.AGENT));

    private TaskId submit() {
        return core.tasks()
                .submit(ADA, TaskSpec.of(WORK, Map.of()), Optional.empty())
                .task()
                .id();
    }

    private TaskWorkers.Leased leased() {
        submit();
        return core.taskWorkers().poll(ADA, Set.of(WORK), 1, Duration.ZERO).getFirst();
    }

    /** The figures of {@code tasks_ended} by outcome. */
    private Map<String, Double> ended() {
        return core.metrics().stream()
                .filter(metric -> metric.name().equals("tasks_ended"))
                .map(LabelledCounter.class::cast)
                .flatMap(counter -> counter.values().entrySet().stream())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, part -> part.getValue().getAsDouble()));
    }

    @Test
    void tasks_that_end_are_counted_once_by_their_outcome() {
        TaskWorkers.Leased done = leased();
        core.taskWorkers().complete(ADA, done.task().id(), done.leaseId(), Map.of());
        core.taskWorkers().complete(ADA, done.task().id(), done.leaseId(), Map.of());
        for (int i = 0; i < 2; i++) {
            TaskWorkers.Leased failed = leased();
            core.taskWorkers()
                    .fail(
                            ADA,
                            failed.task().id(),
                            failed.leaseId(),
                            new TaskError("SAMPLE", "no", ErrorKind.INTERNAL),
                            false);
        }
        TaskId cancelled = submit();
        core.tasks().cancel(ADA, cancelled);
        core.tasks().cancel(ADA, cancelled);

        assertThat(ended()).isEqualTo(Map.of("completed", 1.0, "failed", 2.0, "cancelled", 1.0));
    }

    @Test
    void the_tasks_of_a_cancelled_workflow_are_counted() {
        StepSpec step = new StepSpec("one", "", WORK, List.of(), Map.of(), List.of());
        core.workflows()
                .cancel(
                        ADA,
                        core.workflows()
                                .start(ADA, "flow", List.of(step), Optional.empty())
                                .workflow()
                                .id());

        assertThat(ended()).containsEntry("cancelled", 1.0);
    }
}
