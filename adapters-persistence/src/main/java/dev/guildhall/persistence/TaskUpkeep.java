package dev.guildhall.persistence;

import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** What has to be done from time to time: whose lease has ended, whose time is over, whose wait is. Thread-safe. */
final class TaskUpkeep {
    private static final String WAKE = """
        UPDATE tasks t SET state = %s
        WHERE t.id = ANY(ARRAY(
            SELECT id FROM tasks WHERE state = 2 AND ready_at <= statement_timestamp()
            ORDER BY ready_at LIMIT :most FOR UPDATE SKIP LOCKED))
        """.formatted(TaskRows.LANE);

    private static final String FORGET_KINDS = "DELETE FROM task_kinds WHERE until <= statement_timestamp()";
    private static final String LEAVE_LANE = """
        UPDATE tasks SET state = 0
        WHERE id = ANY(ARRAY(
            SELECT t.id FROM tasks t
            WHERE t.state = 1 AND %s = 0
            LIMIT :most FOR UPDATE SKIP LOCKED))
        """.formatted(TaskRows.LANE);

    /** Tasks whose holder has no lease any more. Those of a node that is not known are such too. */
    private static final String HELD_BY_NOBODY = """
        ((t.state = 3 AND NOT EXISTS (
            SELECT FROM task_nodes n WHERE n.id = t.holder AND n.lease_until > statement_timestamp()))
        OR (t.state = 4 AND t.lease_until <= statement_timestamp()))
        """;

    private static final String ABANDONED = "SELECT count(*) FROM (SELECT FROM tasks t WHERE t.state IN (3, 4) AND "
            + HELD_BY_NOBODY + " LIMIT :most) abandoned";
    private static final String RECOVER =
            """
            UPDATE tasks t
            SET state = CASE WHEN t.attempts >= :attempts THEN 6 ELSE %s END,
                result = CASE WHEN t.attempts >= :attempts THEN :error END,
                unsettled = t.attempts >= :attempts AND t.part IS NOT NULL,
                completed_at = CASE WHEN t.attempts >= :attempts THEN greatest(statement_timestamp(), t.since) END,
                past = CASE WHEN t.attempts >= :attempts THEN t.past ELSE %s END
            WHERE t.id = ANY(ARRAY(
                SELECT id FROM tasks t WHERE t.state IN (3, 4) AND %s LIMIT :most FOR UPDATE SKIP LOCKED))
            RETURNING t.id
            """.formatted(TaskRows.LANE, TaskRows.LONGER_PAST.formatted(":error"), HELD_BY_NOBODY);

    private static final String FORGET_NODES = """
        DELETE FROM task_nodes n
        WHERE n.lease_until <= statement_timestamp()
            AND NOT EXISTS (SELECT FROM tasks t WHERE t.state = 3 AND t.holder = n.id)
        """;

    private static final String RENEW = """
        INSERT INTO task_nodes (id, heard_at, lease_until)
        VALUES (:node, statement_timestamp(), statement_timestamp() + :micros * interval '1 microsecond')
        ON CONFLICT (id) DO UPDATE SET heard_at = excluded.heard_at, lease_until = excluded.lease_until
        WHERE task_nodes.lease_until > statement_timestamp()
        """;

    private static final String HELD = TaskRows.SELECT + """
        WHERE t.state IN (3, 4) AND t.state = 3 AND t.holder = :node AND n.lease_until > statement_timestamp()
        ORDER BY t.place
        """;

    private static final String LOST = """
        SELECT g.id
        FROM unnest(:ids, :fences) AS g (id, fence)
        WHERE NOT EXISTS (
            SELECT FROM tasks t JOIN task_nodes n ON n.id = t.holder
            WHERE t.id = g.id AND t.fence = g.fence AND t.holder = :node AND t.state = 3
                AND n.lease_until > statement_timestamp())
        """;

    private final Db db;

    TaskUpkeep(Db db) {
        this.db = db;
    }

    List<TaskId> expire(TaskError error, int most) {
        List<TaskId> expired = new ArrayList<>(expire("state <= 2", error, most));
        if (expired.size() < most) {
            expired.addAll(expire("state IN (3, 4)", error, most - expired.size()));
        }
        return expired;
    }

    private static String expireWhere(String state) {
        return """
            UPDATE tasks t
            SET state = 6, result = :error, unsettled = t.part IS NOT NULL,
                completed_at = greatest(statement_timestamp(), t.since, t.created_at)
            WHERE t.id = ANY(ARRAY(
                SELECT id FROM tasks WHERE %s AND expires_at <= statement_timestamp()
                ORDER BY expires_at LIMIT :most FOR UPDATE SKIP LOCKED))
            RETURNING t.id
            """.formatted(state);
    }

    private List<TaskId> expire(String where, TaskError error, int most) {
        return db.with(handle -> handle.createQuery(expireWhere(where))
                .bind("error", TaskRows.error(error))
                .bind("most", most)
                .mapTo(String.class)
                .map(TaskId::new)
                .list());
    }

    int wake(int most) {
        db.with(handle -> handle.execute(FORGET_KINDS));
        db.with(handle -> handle.createUpdate(LEAVE_LANE).bind("most", most).execute());
        return db.with(handle -> handle.createUpdate(WAKE).bind("most", most).execute());
    }

    List<TaskId> recover(int attempts, TaskError error, int most) {
        int abandoned = db.with(handle -> handle.createQuery(ABANDONED)
                .bind("most", most)
                .mapTo(Integer.class)
                .one());
        List<TaskId> taken =
                abandoned == 0 ? List.of() : db.atomically(handle -> recover(handle, attempts, error, abandoned));
        db.with(handle -> handle.execute(FORGET_NODES));
        return taken;
    }

    /** As many at most as room was made for. */
    private static List<TaskId> recover(Handle handle, int attempts, TaskError error, int most) {
        TaskAdmission.raise(handle, most);
        return handle.createQuery(RECOVER)
                .bind("attempts", attempts)
                .bind("error", TaskRows.error(error))
                .bind("most", most)
                .mapTo(String.class)
                .map(TaskId::new)
                .list();
    }

    boolean renew(NodeId node, Duration lease) {
        return db.with(handle -> handle.createUpdate(RENEW)
                        .bind("node", node.value())
                        .bind("micros", lease.toNanos() / 1_000)
                        .execute())
                == 1;
    }

    void leave(NodeId node) {
        String sql = "UPDATE task_nodes SET lease_until = statement_timestamp()"
                + " WHERE id = :node AND lease_until > statement_timestamp()";
        db.with(handle -> handle.createUpdate(sql).bind("node", node.value()).execute());
    }

    List<Task> held(NodeId node) {
        return db.with(handle -> handle.createQuery(HELD)
                .bind("node", node.value())
                .map(TaskRows::task)
                .list());
    }

    List<TaskId> lost(NodeId node, Map<TaskId, Integer> fences) {
        List<Map.Entry<TaskId, Integer>> held = List.copyOf(fences.entrySet());
        return db.with(handle -> handle.createQuery(LOST)
                .bind("node", node.value())
                .bind("ids", held.stream().map(one -> one.getKey().value()).toArray(String[]::new))
                .bind("fences", held.stream().map(Map.Entry::getValue).toArray(Integer[]::new))
                .mapTo(String.class)
                .map(TaskId::new)
                .list());
    }
}
