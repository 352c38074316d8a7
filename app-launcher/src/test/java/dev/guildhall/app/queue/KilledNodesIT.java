package dev.guildhall.app.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes are killed while they run tasks and steps of a workflow, and others continue. In the build a few are killed;
 * the number and the random seed can be set: {@code -Dguildhall.queue.kills=20 -Dguildhall.queue.seed=1}.
 */
@Timeout(300)
class KilledNodesIT {
    private static final int KILLS = Integer.getInteger("guildhall.queue.kills", 4);
    private static final long SEED = Long.getLong("guildhall.queue.seed", 1);

    private static final int TASKS = 1_000;
    private static final int STEPS = 1_000;
    private static final int ALIVE = 4;
    private static final int WORKERS = 6;
    private static final int ATTEMPTS = 3;
    /** Long enough that a running node does not lose its lease on a busy machine. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    private final Random random = new Random(SEED);

    @Test
    void whichever_node_is_killed_every_task_ends_once_and_steps_keep_their_order(@TempDir Path folder) {
        try (QueueCluster cluster = new QueueCluster(folder)) {
            IntStream.range(0, ALIVE).forEach(i -> cluster.launch(LEASE, WORKERS));
            WorkflowId started = cluster.core()
                    .workflows()
                    .start(cluster.user(), "random", graph(), Optional.empty())
                    .workflow()
                    .id();
            List<TaskId> ids = cluster.enqueue(Stream.generate(() -> ScriptedWork.lasting(10 + random.nextInt(240)))
                    .limit(TASKS));

            killOneAfterTheOther(cluster);
            Map<TaskId, Task> ended = cluster.awaitEnds(ids);
            Workflow workflow = awaitEnd(cluster, started);

            requireEnds(ended.values().stream(), cluster.history());
            requireEnds(workflow.steps().stream().flatMap(step -> step.task().stream()), cluster.history());
            requireNothingTwiceAtOnce(cluster.history());
            requireOrder(workflow, cluster.history());
            assertThat(cluster.store().findAll(ids)).containsExactlyInAnyOrderElementsOf(ended.values());
        }
    }

    /** Each node is killed when it has begun some attempts, and replaced at once. */
    private void killOneAfterTheOther(QueueCluster cluster) {
        Set<NodeProcess> alive = new LinkedHashSet<>(cluster.nodes());
        for (int kill = 0; kill < KILLS; kill++) {
            int work = 1 + random.nextInt(2 * WORKERS);
            List<NodeProcess> worn = new ArrayList<>();
            QueueCluster.eventually("a node that has begun " + work + " attempts", () -> {
                alive.stream()
                        .filter(node -> node.isUp() && node.begun() >= work)
                        .findFirst()
                        .ifPresent(worn::add);
                return !worn.isEmpty();
            });
            worn.getFirst().kill();
            alive.remove(worn.getFirst());
            alive.add(cluster.launch(LEASE, WORKERS));
        }
    }

    private static Workflow awaitEnd(QueueCluster cluster, WorkflowId id) {
        List<Workflow> seen = new ArrayList<>();
        QueueCluster.eventually("the end of the workflow", () -> {
            Workflow workflow = cluster.core().workflows().find(cluster.user(), id);
            seen.add(workflow);
            return workflow.status().isFinal();
        });
        return seen.getLast();
    }

    /** Steps in random order whose dependencies have no cycle. */
    private List<StepSpec> graph() {
        int most = 1 + random.nextInt(5);
        int reach = 100 + random.nextInt(STEPS);
        List<StepSpec> steps = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            Set<String> before = new HashSet<>();
            for (int j = random.nextInt(most + 1); j > 0 && i > 0; j--) {
                before.add("s" + (i - 1 - random.nextInt(Math.min(i, reach))));
            }
            Map<String, Object> input = ScriptedWork.lasting(random.nextInt(60));
            steps.add(new StepSpec("s" + i, "", ScriptedWork.TYPE, List.of(), input, List.copyOf(before)));
        }
        Collections.shuffle(steps, random);
        return steps;
    }

    /** A task completes only by its last attempt, or was lost as often as the limit allows. */
    private static void requireEnds(Stream<Task> tasks, WorkHistory history) {
        tasks.forEach(task -> {
            switch (task.state()) {
                case TaskState.Completed(Map<String, Object> output) -> {
                    assertThat(history.accepted(task)).as(task.toString()).isPresent();
                    assertThat(history.of(task.id()).getLast().fence()).isEqualTo(task.fence());
                    assertThat(output).containsEntry("fence", task.fence());
                }
                case TaskState.Failed(TaskError error) -> {
                    assertThat(error.code()).isEqualTo("WORKER_LOST");
                    assertThat(task.attempts()).isEqualTo(ATTEMPTS);
                }
                default -> throw new AssertionError("not ended: " + task);
            }
        });
    }

    private static void requireNothingTwiceAtOnce(WorkHistory history) {
        assertThat(history.overlapping()).isEmpty();
        assertThat(history.unfenced()).isEmpty();
    }

    private static void requireOrder(Workflow workflow, WorkHistory history) {
        Map<String, WorkflowStep> steps = workflow.steps().stream()
                .collect(Collectors.toMap(step -> step.spec().name(), step -> step));
        for (WorkflowStep step : workflow.steps()) {
            List<WorkflowStep> before =
                    step.spec().dependsOn().stream().map(steps::get).toList();
            boolean hope = before.stream().allMatch(one -> one.status() == StepStatus.COMPLETED);
            assertThat(step.status() != StepStatus.SKIPPED).isEqualTo(hope);
            step.task().ifPresent(task -> before.forEach(one -> requireBefore(one, task, history)));
        }
    }

    private static void requireBefore(WorkflowStep before, Task task, WorkHistory history) {
        long done = before.task().flatMap(history::accepted).orElseThrow().until();
        assertThat(history.of(task.id()))
                .as(before.spec().name())
                .allSatisfy(span -> assertThat(span.from()).isGreaterThan(done));
    }
}
