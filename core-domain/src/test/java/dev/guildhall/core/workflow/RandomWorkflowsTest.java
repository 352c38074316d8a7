package dev.guildhall.core.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random dependencies and results: the order is kept, and every workflow ends correctly. */
class RandomWorkflowsTest {
    private static final int STEPS = 1_000;
    private static final TaskError ERROR = new TaskError("SAMPLE", "it went wrong", ErrorKind.INTERNAL);

    private final WorkflowFixture fixture = new WorkflowFixture();
    private final Caller.User user = WorkflowFixture.someone();

    static IntStream seeds() {
        return IntStream.range(0, 12);
    }

    /** Steps in random order without cycles: some graphs have few dependencies, others many. */
    private static List<StepSpec> graph(Random random) {
        int most = 1 + random.nextInt(6);
        int reach = 1 + random.nextInt(STEPS);
        List<StepSpec> steps = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            Set<String> before = new HashSet<>();
            for (int j = random.nextInt(most + 1); j > 0 && i > 0; j--) {
                before.add("s" + (i - 1 - random.nextInt(Math.min(i, reach))));
            }
            steps.add(WorkflowFixture.step("s" + i, before.toArray(String[]::new)));
        }
        Collections.shuffle(steps, random);
        return steps;
    }

    private static TaskState.Ended outcome(Random random, int failures) {
        int dice = random.nextInt(1_000);
        if (dice < failures) {
            return new TaskState.Failed(ERROR);
        }
        return dice < failures + failures / 3 ? new TaskState.Cancelled() : new TaskState.Completed(Map.of("n", dice));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void every_step_ends_in_order_and_those_without_hope_are_skipped(int seed) {
        Random random = new Random(seed);
        int failures = seed % 3 * 20;
        List<StepSpec> steps = graph(random);
        Workflow started =
                fixture.service().start(user, "random", steps, Optional.empty()).workflow();
        List<Task> order = new ArrayList<>();

        int carriedOut = fixture.carryOutAll(task -> {
            order.add(task);
            return outcome(random, failures);
        });
        Workflow ended = fixture.service().find(user, started.id());

        Set<String> completed = ended.steps().stream()
                .filter(step -> step.status() == StepStatus.COMPLETED)
                .map(step -> step.spec().name())
                .collect(Collectors.toSet());
        assertThat(ended.steps()).allMatch(step -> step.status().isFinal());
        assertThat(order).hasSize(carriedOut).doesNotHaveDuplicates();
        Predicate<WorkflowStep> hasHope =
                step -> completed.containsAll(step.spec().dependsOn());
        assertThat(ended.steps())
                .allMatch(step -> (step.status() != StepStatus.SKIPPED) == hasHope.test(step))
                .allMatch(step -> step.task().isPresent() == hasHope.test(step));
        assertThatInOrder(order, ended);
        boolean allDone = completed.size() == STEPS;
        assertThat(ended.status()).isEqualTo(allDone ? WorkflowStatus.COMPLETED : WorkflowStatus.FAILED);
        assertThat(allDone).isEqualTo(failures == 0);
        assertThat(fixture.stores().tasks().unprocessed(1)).isEmpty();
    }

    private static void assertThatInOrder(List<Task> order, Workflow ended) {
        Map<TaskId, Integer> placesOfTasks = IntStream.range(0, order.size())
                .boxed()
                .collect(Collectors.toMap(i -> order.get(i).id(), Function.identity()));
        Map<String, Integer> places = ended.steps().stream()
                .filter(step -> step.task().isPresent())
                .collect(Collectors.toMap(
                        step -> step.spec().name(),
                        step -> step.taskId().map(placesOfTasks::get).orElseThrow()));
        assertThat(ended.steps())
                .filteredOn(step -> places.containsKey(step.spec().name()))
                .allMatch(step -> step.spec().dependsOn().stream()
                        .allMatch(before -> places.getOrDefault(before, STEPS)
                                < places.getOrDefault(step.spec().name(), -1)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_workflow_that_is_cancelled_in_any_state_ends_at_once(int seed) {
        Random random = new Random(seed);
        Workflow started = fixture.service()
                .start(user, "random", graph(random), Optional.empty())
                .workflow();
        for (int i = random.nextInt(4); i > 0; i--) {
            fixture.carryOut(task -> outcome(random, 10));
            fixture.runner().round();
        }
        fixture.carryOut(task -> outcome(random, 10));

        Workflow before = fixture.service().find(user, started.id());
        assertThat(before.status()).isEqualTo(WorkflowStatus.RUNNING);
        Workflow cancelled = fixture.service().cancel(user, started.id());

        assertThat(cancelled.status()).isEqualTo(WorkflowStatus.CANCELLED);
        assertThat(cancelled.steps())
                .allMatch(step -> step.status().isFinal())
                .allMatch(step ->
                        step.task().filter(task -> !task.status().isFinal()).isEmpty());
        assertThat(fixture.carryOutAll(task -> outcome(random, 0))).isZero();
        assertThat(fixture.service().find(user, started.id())).isEqualTo(cancelled);
        assertThat(fixture.stores().tasks().unprocessed(1)).isEmpty();
    }
}
