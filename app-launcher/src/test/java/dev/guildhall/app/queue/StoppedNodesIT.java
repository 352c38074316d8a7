package dev.guildhall.app.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tasks of a node that pauses for a while, or stops in order. */
@Timeout(180)
class StoppedNodesIT {
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration LONG_LEASE = Duration.ofSeconds(15);
    private static final int FROZEN = 7;
    private static final int WORKERS = 200;
    /** How many workers one owner may use: one in eight is reserved for others. */
    private static final int OPEN = WORKERS - WORKERS / 8;

    private static final int BUFFERED = 20;
    private static final int BRIEF = 20;
    private static final int ROUNDS = 10;
    private static final int LOOKS = 50;

    private static long count(NodeProcess node, WorkLog.Word word) {
        return node.entries().stream().filter(entry -> entry.word() == word).count();
    }

    private static Set<TaskId> begunBy(NodeProcess node) {
        return node.entries().stream()
                .filter(entry -> entry.word() == WorkLog.Word.BEGUN)
                .map(WorkLog.Entry::task)
                .collect(Collectors.toSet());
    }

    /** The tasks of a node: those that it runs, and those that wait there. */
    private record Burden(List<TaskId> held, List<TaskId> buffered) {
        List<TaskId> all() {
            return Stream.concat(held.stream(), buffered.stream()).toList();
        }
    }

    @Test
    void a_node_that_comes_back_after_its_lease_changes_nothing_and_goes_on(@TempDir Path folder) {
        try (QueueCluster cluster = new QueueCluster(folder)) {
            NodeProcess frozen = cluster.launch(LEASE, FROZEN);
            List<TaskId> ids = cluster.enqueue(
                    Stream.generate(() -> ScriptedWork.deaf(6_000, 1)).limit(FROZEN));
            QueueCluster.eventually(
                    "the beginning of all", () -> begunBy(frozen).containsAll(ids));

            frozen.freeze();
            NodeProcess other = cluster.launch(LEASE, FROZEN);
            Map<TaskId, Task> ended = cluster.awaitEnds(ids);
            frozen.thaw();
            QueueCluster.eventually("late results", () -> count(frozen, WorkLog.Word.ENDED) == FROZEN);
            other.terminate();
            other.awaitExit();
            List<TaskId> more = cluster.enqueue(
                    Stream.generate(() -> ScriptedWork.lasting(1)).limit(FROZEN));
            Map<TaskId, Task> moreEnded = cluster.awaitEnds(more);

            assertThat(ended.values()).allSatisfy(task -> {
                assertThat(task.state()).isEqualTo(new TaskState.Completed(Map.of("node", "node1", "fence", 2)));
                assertThat(task.past())
                        .extracting(PastAttempt::error)
                        .extracting(TaskError::code)
                        .containsExactly("WORKER_LOST");
            });
            assertThat(cluster.store().findAll(ids)).containsExactlyInAnyOrderElementsOf(ended.values());
            assertThat(moreEnded.values())
                    .extracting(Task::state)
                    .containsOnly(new TaskState.Completed(Map.of("node", "node0", "fence", 1)));
        }
    }

    @Test
    void a_node_that_stops_in_order_gives_back_what_it_has_not_begun_and_harms_nothing(@TempDir Path folder) {
        try (QueueCluster cluster = new QueueCluster(folder)) {
            NodeProcess stopped = cluster.launch(LONG_LEASE, WORKERS);
            Burden burden = burden(cluster, stopped);

            stopped.terminate();
            cluster.launch(LONG_LEASE, WORKERS);
            stopped.awaitExit();
            Map<TaskId, Task> ended = cluster.awaitEnds(burden.all());

            assertThat(burden.buffered()).doesNotContainAnyElementsOf(begunBy(stopped));
            assertThat(ended.values()).allSatisfy(task -> {
                assertThat(task.state()).isEqualTo(new TaskState.Completed(Map.of("node", "node1", "fence", 2)));
                assertThat(task.attempts()).isOne();
                assertThat(task.past())
                        .extracting(PastAttempt::error)
                        .extracting(TaskError::code)
                        .containsExactly("GIVEN_BACK");
            });
            assertThat(cluster.history().overlapping()).isEmpty();
        }
    }

    /**
     * Occupies all of a node's workers for one owner until the node has claimed so many short tasks that some must
     * wait.
     */
    private static Burden burden(QueueCluster cluster, NodeProcess node) {
        for (int round = 0; round < ROUNDS; round++) {
            // How many it claims beyond those that it can run depends on the duration of the latest ones.
            for (int brief = 0; brief < BRIEF; brief++) {
                cluster.awaitEnds(cluster.enqueue(Stream.of(ScriptedWork.lasting(0))));
            }
            List<TaskId> all = cluster.enqueue(Stream.concat(
                    Stream.generate(() -> ScriptedWork.lasting(60_000, 1)).limit(OPEN),
                    Stream.generate(() -> ScriptedWork.lasting(1)).limit(2 * BUFFERED)));
            List<TaskId> held = all.subList(0, OPEN);
            List<TaskId> others = all.subList(OPEN, all.size());
            QueueCluster.eventually("a full node", () -> begunBy(node).containsAll(held));
            for (int look = 0; look < LOOKS; look++) {
                Set<TaskId> begun = begunBy(node);
                List<TaskId> buffered = running(cluster, others).stream()
                        .filter(id -> !begun.contains(id))
                        .toList();
                if (buffered.size() >= BUFFERED) {
                    return new Burden(held, buffered);
                }
            }
            all.forEach(id -> cluster.store().end(id, new TaskState.Cancelled(), Optional.empty()));
        }
        throw new IllegalStateException("it never takes so many");
    }

    private static List<TaskId> running(QueueCluster cluster, List<TaskId> ids) {
        return cluster.store().findAll(ids).stream()
                .filter(task -> task.status() == TaskStatus.RUNNING)
                .map(Task::id)
                .toList();
    }
}
