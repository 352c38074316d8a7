package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Expires tasks, ends those that sleep, wakes those whose time has come, and recovers tasks whose lease has expired. */
final class TaskSweeps {
    private static final String EXPIRES_WAITING = "state <= 2 AND expires_at <= statement_timestamp()";
    private static final String EXPIRES_HELD = "state IN (3, 4) AND expires_at <= statement_timestamp()";
    private static final String WAKES = "state = 2 AND ready_at <= statement_timestamp()";
    private static final String SLEEPS = "state = 4 AND holder IS NULL";

    /** A task whose time to live ends before its sleep does not complete: it expires. */
    private static final String COMPLETES =
            SLEEPS + " AND ready_at <= statement_timestamp() AND ready_at <= expires_at";

    /** No worker asks for its kind any more. */
    private static final String IS_FOR_NODES = "t.state = 1 AND " + TaskRows.CLAIMABLE_STATE + " = 0";

    private static final String KIND_ENDS = "until <= statement_timestamp()";

    /** A task with a key waits for it from now on. */
    private static final String WAKE = TaskInsert.entering(WAKES + " ORDER BY ready_at", "t.concurrency_key IS NULL");

    private static final String WAITS_LONG_ENOUGH =
            "SELECT count(*) FROM (SELECT FROM task_queue WHERE " + WAKES + " LIMIT :most) due";

    /** Also counts the queued tasks that cannot be claimed. */
    static final String SLEEPING = """
        SELECT count(*) AS sleeping
        FROM (
            (SELECT FROM task_queue WHERE state = 2 AND coalesce(counts_for, owner) = %%1$s LIMIT %2$d)
            UNION ALL
            (SELECT FROM task_queue WHERE %1$s AND coalesce(counts_for, owner) = %%1$s LIMIT %2$d)) s
        """.formatted(SLEEPS, TaskQueue.MOST_SLEEPING);

    private static final String END_SLEEPING = """
        WITH gone AS (
            DELETE FROM task_queue
            WHERE id = ANY(ARRAY(
                SELECT id FROM task_queue WHERE %s
                ORDER BY ready_at LIMIT :most FOR UPDATE SKIP LOCKED))
            RETURNING *
        )
        %s%s
        RETURNING t.*
        """.formatted(
                    COMPLETES,
                    TaskRows.PUBLISH.formatted("coalesce(g.outcome_state, 5)"),
                    TaskRows.END.formatted("coalesce(g.outcome_state, 5)", "g.outcome"));

    private static final String IS_DUE = """
        SELECT EXISTS (SELECT FROM task_queue WHERE %s)
            OR EXISTS (SELECT FROM task_queue WHERE %s)
            OR EXISTS (SELECT FROM task_queue WHERE %s)
            OR EXISTS (SELECT FROM task_queue WHERE %s)
        """.formatted(EXPIRES_WAITING, EXPIRES_HELD, WAKES, COMPLETES);

    private static final String FORGET_KINDS = "DELETE FROM task_kinds WHERE " + KIND_ENDS;

    private static final String BACK_TO_NODES = """
        UPDATE task_queue SET state = 0
        WHERE id = ANY(ARRAY(
            SELECT t.id FROM task_queue t
            WHERE %s
            LIMIT :most FOR UPDATE SKIP LOCKED))
        """.formatted(IS_FOR_NODES);

    /** Selects the tasks whose holder has no lease any more. A node without a row has no lease. */
    private static final String WITHOUT_LEASE = """
        ((t.state = 3 AND NOT EXISTS (
            SELECT FROM task_nodes n WHERE n.id = t.holder AND n.lease_until > statement_timestamp()))
        OR (t.state = 4 AND t.lease_until <= statement_timestamp()))
        """;

    /**
     * Whether any lease has expired: only then the running tasks are checked. A node keeps its row as long as it owns
     * tasks.
     */
    private static final String HAS_EXPIRED_LEASE = """
        SELECT EXISTS (SELECT FROM task_nodes WHERE lease_until <= statement_timestamp())
            OR EXISTS (SELECT FROM task_queue WHERE state = 4 AND lease_until <= statement_timestamp())
        """;

    private static final String ABANDONED =
            "SELECT count(*) FROM (SELECT FROM task_queue t WHERE t.state IN (3, 4) AND " + WITHOUT_LEASE
                    + " LIMIT :most) abandoned";
    private static final String RECOVER = """
        WITH picked AS MATERIALIZED (
            SELECT id, attempts >= coalesce(CAST(CAST(retry AS json) ->> 'maxAttempts' AS integer), :attempts) AS enough
            FROM task_queue t WHERE t.state IN (3, 4) AND %s LIMIT :most FOR UPDATE SKIP LOCKED
        ), back AS (
            UPDATE task_queue t SET state = %s, is_mark = true, past = %s
            FROM picked p WHERE t.id = p.id AND NOT p.enough
            RETURNING t.id
        ), gone AS (
            DELETE FROM task_queue t USING picked p WHERE t.id = p.id AND p.enough RETURNING t.*
        )%s, ended AS (
            %s
            RETURNING t.id
        )
        SELECT id FROM back UNION ALL SELECT id FROM ended
        """.formatted(
                    WITHOUT_LEASE,
                    TaskRows.CLAIMABLE_STATE,
                    TaskRows.LONGER_PAST.formatted(":error"),
                    TaskRows.PUBLISH.formatted("6"),
                    TaskRows.END.formatted("6", ":error"));

    private static final String FORGET_NODES = """
        DELETE FROM task_nodes n
        WHERE n.lease_until <= statement_timestamp()
            AND NOT EXISTS (SELECT FROM task_queue t WHERE t.state = 3 AND t.holder = n.id)
        """;

    private final Db db;
    private final ConcurrencyKeys keys;
    private final LowWaterMark nodes;
    private final LowWaterMark workers;

    TaskSweeps(Db db, ConcurrencyKeys keys, LowWaterMark nodes, LowWaterMark workers) {
        this.db = db;
        this.keys = keys;
        this.nodes = nodes;
        this.workers = workers;
    }

    List<TaskId> expire(TaskError error, int most) {
        List<TaskId> expired = new ArrayList<>(expire(EXPIRES_WAITING, error, most));
        if (expired.size() < most) {
            expired.addAll(expire(EXPIRES_HELD, error, most - expired.size()));
        }
        return expired;
    }

    private static String expireWhere(String condition) {
        return """
            WITH gone AS (
                DELETE FROM task_queue
                WHERE id = ANY(ARRAY(
                    SELECT id FROM task_queue WHERE %s
                    ORDER BY expires_at LIMIT :most FOR UPDATE SKIP LOCKED))
                RETURNING *
            )
            %s%s
            RETURNING t.id
            """.formatted(condition, TaskRows.PUBLISH.formatted("6"), TaskRows.END.formatted("6", ":error"));
    }

    private List<TaskId> expire(String where, TaskError error, int most) {
        return db.list(expireWhere(where), Map.of("error", TaskRows.error(error), "most", most), TaskId.class);
    }

    boolean isDue() {
        return db.one(IS_DUE, Map.of(), Boolean.class);
    }

    int sleeping(UserId user) {
        return db.one(SLEEPING.formatted(":user"), Map.of("user", user), Integer.class);
    }

    List<Task> endSleeping(int most) {
        return db.list(END_SLEEPING, Map.of("most", most), TaskRows::task);
    }

    int wake(int most) {
        int due = db.one(WAITS_LONG_ENOUGH, Map.of("most", most), Integer.class);
        if (due == 0) {
            return 0;
        }
        TaskAdmission.raise(db, due);
        Map<String, ?> values = Map.of("most", due, "of_nodes", nodes.place(), "of_workers", workers.place());
        List<Optional<ConcurrencyKeys.Key>> woken = db.list(WAKE, values, (row, _) -> ConcurrencyKeys.Key.read(row));
        keys.release(woken.stream().flatMap(Optional::stream).toList());
        return woken.size();
    }

    /** Returns how many tasks have come back to nodes. */
    int release(int most) {
        db.with(handle -> handle.execute(FORGET_KINDS));
        keys.releaseSome(most);
        return db.update(BACK_TO_NODES, Map.of("most", most));
    }

    List<TaskId> recover(int attempts, TaskError error, int most) {
        if (!db.one(HAS_EXPIRED_LEASE, Map.of(), Boolean.class)) {
            return List.of();
        }
        int abandoned = db.one(ABANDONED, Map.of("most", most), Integer.class);
        List<TaskId> taken = abandoned == 0 ? List.of() : recoverSome(attempts, error, abandoned);
        db.with(handle -> handle.execute(FORGET_NODES));
        return taken;
    }

    /** Recovers at most as many tasks as the bound of waiting tasks was raised by. */
    private List<TaskId> recoverSome(int attempts, TaskError error, int most) {
        TaskAdmission.raise(db, most);
        return db.list(
                RECOVER, Map.of("attempts", attempts, "error", TaskRows.error(error), "most", most), TaskId.class);
    }
}
