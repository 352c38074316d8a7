package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.WorkerScope;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that no node has written: each is set aside, and the others go on. */
class BadRowsIT {
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final TestQueue queue = TestQueue.ours();
    private final TaskStore tasks = queue.tasks();
    private final NodeId node = new NodeId(Sample.id("node"));
    private final UserId owner = new UserId(UserId.EXTERNAL + Sample.id("bob"));

    @BeforeEach
    void clear() {
        queue.clear();
        assertThat(tasks.renew(node, LEASE)).isTrue();
    }

    private List<Task> enqueued(int howMany) {
        List<NewTask> wanted =
                Stream.generate(() -> Sample.task(owner).build()).limit(howMany).toList();
        return tasks.enqueue(wanted, 0).kept().orElseThrow();
    }

    private static void execute(String sql, TaskId id) {
        assertThat(TestPostgres.db().update(sql, Map.of("id", id))).isEqualTo(1);
    }

    /** Copies a queued task to the ended ones. */
    private static void endElsewhere(TaskId id) {
        execute("""
            INSERT INTO ended_tasks (id, owner, profile_id, type, priority, input, created_at, expires_at, attempts, fence,
                completed_at, unsettled, state, result)
            SELECT id, owner, profile_id, type, priority, input, created_at, expires_at, 1, 1, now(), false, 5, '{"first":1}'
            FROM task_queue WHERE id = :id
            """, id);
    }

    private List<Task> claim(int most) {
        return tasks.settleAndClaim(new SettleAndClaim(node, List.of(), most)).claimed();
    }

    private static AttemptEnd completed(Task task) {
        return new AttemptEnd(
                task.id(),
                ((TaskState.Running) task.state()).lease(),
                new AttemptEnd.Final(new TaskState.Completed(Map.of("second", 2))));
    }

    @Test
    void a_queued_task_that_has_ended_before_stops_no_end_of_another() {
        List<Task> all = enqueued(3);
        endElsewhere(all.get(1).id());

        List<Boolean> accepted = tasks.settleAndClaim(new SettleAndClaim(
                        node, claim(3).stream().map(BadRowsIT::completed).toList(), 0))
                .accepted();

        assertThat(accepted).containsOnly(true);
        assertThat(tasks.find(all.get(0).id()).orElseThrow().status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(tasks.find(all.get(1).id()).orElseThrow().state())
                .isEqualTo(new TaskState.Completed(Map.of("first", 1)));
        assertThat(tasks.depth().queued() + tasks.depth().running()).isZero();
    }

    @Test
    void a_queued_task_that_has_ended_before_stops_no_expiry_and_no_cancellation() {
        List<Task> all = enqueued(3);
        all.forEach(task -> endElsewhere(task.id()));

        assertThat(tasks.end(all.getFirst().id(), new TaskState.Cancelled(), Optional.empty())
                        .orElseThrow()
                        .changed())
                .isFalse();
        queue.passTime(Duration.ofDays(400));
        tasks.expire(new TaskError("TASK_TIMEOUT", "late", ErrorKind.TIMED_OUT), 100);

        assertThat(tasks.depth().queued()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE task_queue SET input = 'no json' WHERE id = :id",
                "UPDATE task_queue SET input = '[1]' WHERE id = :id",
                "UPDATE task_queue SET tools = '{' WHERE id = :id",
                "UPDATE task_queue SET type = 'No Type' WHERE id = :id",
                "UPDATE task_queue SET past = '{\"fence\":\"x\"}' WHERE id = :id"
            })
    void a_task_that_cannot_be_read_fails_and_the_others_are_claimed(String sql) {
        List<Task> all = enqueued(3);
        execute(sql, all.get(1).id());

        assertThat(claim(10))
                .extracting(Task::id)
                .containsExactly(all.get(0).id(), all.get(2).id());
        assertThat(tasks.held(node)).hasSize(2);
        Task bad = tasks.find(all.get(1).id()).orElseThrow();
        assertThat(((TaskState.Failed) bad.state()).error().message())
                .isEqualTo("the task as it was stored cannot be read");
    }

    @Test
    void a_task_that_becomes_unreadable_on_its_node_or_for_a_worker_stops_no_other() {
        List<Task> all = enqueued(4);
        claim(2);
        execute("UPDATE task_queue SET input = '' WHERE id = :id", all.get(0).id());
        execute("UPDATE task_queue SET input = '' WHERE id = :id", all.get(2).id());

        assertThat(tasks.held(node))
                .extracting(Task::id)
                .containsExactly(all.get(1).id());
        WorkerScope scope =
                new WorkerScope(Optional.empty(), Set.of(all.get(0).spec().type()));
        List<LeaseId> leases =
                Stream.generate(() -> new LeaseId(Sample.id("lease"))).limit(5).toList();
        assertThat(tasks.lease(scope, leases, LEASE))
                .extracting(Task::id)
                .containsExactly(all.get(3).id());
        assertThat(tasks.find(all.get(0).id()).orElseThrow().status()).isEqualTo(TaskStatus.FAILED);
        assertThat(tasks.find(all.get(2).id()).orElseThrow().status()).isEqualTo(TaskStatus.FAILED);
    }
}
