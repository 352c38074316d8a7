package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A database of a version whose table of tasks had both queued and ended tasks. */
class TaskMigrationIT {
    private static final TaskFilter OF_ADA =
            new TaskFilter(Optional.of(new UserId("usr_ext_ada")), Optional.empty(), Optional.empty());

    private static OlderDatabase older() throws SQLException {
        OlderDatabase older = OlderDatabase.at("12", "tasks_of_all_times");
        task(older, "task_1", 5, "'{\"done\": true}'", "now()");
        task(older, "task_2", 0, "NULL", "NULL");
        task(older, "task_3", 0, "NULL", "NULL");
        queued(older, "task_2", 0, "NULL");
        queued(older, "task_3", 3, "'node_1'");
        older.execute("INSERT INTO task_nodes VALUES ('node_1', now(), now() + interval '1 hour')");
        return older;
    }

    private static void task(OlderDatabase older, String id, int state, String result, String end) throws SQLException {
        older.execute("""
            INSERT INTO tasks (id, owner, profile_id, type, priority, tools, input, part, created_at, expires_at, state,
                attempts, fence, unsettled, completed_at, result)
            VALUES ('%1$s', 'usr_ext_ada', 'prf_1', 'echo', 40, '["files"]', '{"of": "%1$s"}', 'wf_1', now(),
                now() + interval '1 hour', %2$d, 0, 0, false, %4$s, %3$s)
            """.formatted(id, state, result, end));
    }

    private static void queued(OlderDatabase older, String id, int state, String holder) throws SQLException {
        older.execute("""
            INSERT INTO task_queue (id, owner, type, created_at, expires_at, place, state, attempts, fence, holder, since)
            SELECT id, owner, type, created_at, expires_at, 1, %2$d, %2$d, %2$d, %3$s, now() FROM tasks WHERE id = '%1$s'
            """.formatted(id, state, holder));
    }

    @Test
    void migrated_tasks_of_every_state_are_complete_and_continue() throws SQLException {
        NodeId node = new NodeId("node_1");
        TaskState.Completed completed = new TaskState.Completed(Map.of("done", true));
        try (Database database = Database.open(older().url(), TestPostgres.BOX)) {
            TaskStore tasks = database.stores().tasks();
            List<Task> all = tasks.list(OF_ADA, PageRequest.first()).items();

            assertThat(all).extracting(task -> task.id().value()).containsExactly("task_3", "task_2", "task_1");
            assertThat(all)
                    .extracting(Task::status)
                    .containsExactly(TaskStatus.RUNNING, TaskStatus.QUEUED, TaskStatus.COMPLETED);
            assertThat(all).allSatisfy(task -> {
                assertThat(task.spec().input())
                        .containsExactly(Map.entry("of", task.id().value()));
                assertThat(task.spec().tools()).containsExactly("files");
                assertThat(task.spec().priority()).isEqualTo(40);
                assertThat(task.spec().ttl()).isEqualTo(Duration.ofHours(1));
                assertThat(task.part()).contains("wf_1");
            });

            Task running = all.getFirst();
            AttemptEnd end = new AttemptEnd(
                    running.id(), ((TaskState.Running) running.state()).lease(), new AttemptEnd.Final(completed));
            SettleAndClaimResult turned = tasks.settleAndClaim(new SettleAndClaim(node, List.of(end), 10));

            assertThat(turned.accepted()).containsExactly(true);
            assertThat(turned.claimed()).extracting(Task::id).containsExactly(new TaskId("task_2"));
            assertThat(tasks.find(running.id())).map(Task::state).contains(completed);
            assertThat(tasks.find(new TaskId("task_1"))).map(Task::state).contains(completed);
        }
    }
}
