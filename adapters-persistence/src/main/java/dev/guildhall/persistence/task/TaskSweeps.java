package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Expires tasks, completes those that sleep, ends the pauses before their next attempts, and recovers tasks whose lease has
 * expired.
 */
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

    private static final String WAKE = """
        UPDATE task_queue t SET state = %s, held = false
        WHERE t.id = ANY(ARRAY(
            SELECT id FROM task_queue WHERE %s
            ORDER BY ready_at LIMIT :most FOR UPDATE SKIP LOCKED))
        """.formatted(TaskRows.CLAIMABLE_STATE, WAKES);

    private static final String WAITS_LONG_ENOUGH = "SELECT count(*) FROM task_queue WHERE held AND " + WAKES;

    /** Also counts the tasks that wait for their owners. */
    static final String SLEEPING = """
        SELECT count(*) + (SELECT count(*) FROM task_queue WHERE held AND coalesce(counts_for, owner) = %%1$s) AS sleeping
        FROM (
            SELECT FROM task_queue
            WHERE %s AND coalesce(counts_for, owner) = %%1$s LIMIT %d) s
        """.formatted(SLEEPS, TaskQueue.MOST_SLEEPING);

    private static final String COMPLETE_SLEEPING =
            """
            WITH gone AS (
                DELETE FROM task_queue
                WHERE id = ANY(ARRAY(
                    SELECT id FROM task_queue WHERE %s
                    ORDER BY ready_at LIMIT :most FOR UPDATE SKIP LOCKED))
                RETURNING *
            )
            %s%s
            RETURNING t.id
            """.formatted(COMPLETES, TaskRows.PUBLISH.formatted("5"), TaskRows.END.formatted("5", "g.outcome"));

    private static final String IS_DUE =
            """
            SELECT EXISTS (SELECT FROM task_queue WHERE %s)
                OR EXISTS (SELECT FROM task_queue WHERE %s)
                OR EXISTS (SELECT FROM task_queue WHERE %s)
                OR EXISTS (SELECT FROM task_queue WHERE %s)
                OR EXISTS (SELECT FROM task_kinds WHERE %s)
                OR EXISTS (SELECT FROM task_queue t WHERE %s)
            """.formatted(EXPIRES_WAITING, EXPIRES_HELD, WAKES, COMPLETES, KIND_ENDS, IS_FOR_NODES);

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

    TaskSweeps(Db db) {
        this.db = db;
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

    List<TaskId> completeSleeping(int most) {
        return db.list(COMPLETE_SLEEPING, Map.of("most", most), TaskId.class);
    }

    int wake(int most) {
        db.with(handle -> handle.execute(FORGET_KINDS));
        db.update(BACK_TO_NODES, Map.of("most", most));
        int waited = db.one(WAITS_LONG_ENOUGH, Map.of(), Integer.class);
        if (waited > 0) {
            TaskAdmission.raise(db, waited);
        }
        return db.update(WAKE, Map.of("most", most));
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
