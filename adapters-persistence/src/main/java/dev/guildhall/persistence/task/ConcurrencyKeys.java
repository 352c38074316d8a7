package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Puts tasks into the queue whose concurrency key is free (tasks-39). A transaction that does so for a key holds an advisory
 * lock of the key, and counts after it got the lock. A node does not wait for the lock of another node, which may have
 * frozen: it comes back to the key within a second.
 */
final class ConcurrencyKeys {
    /** How many tasks of a key one statement puts into the queue. */
    private static final int AT_ONCE = 100;

    private static final int ROUNDS = 20;

    /** Those with the lowest limit come first: others may start beside them. */
    private static final String WAITING = """
        SELECT k.owner, k.key AS concurrency_key, taken.tasks AS taken, w.id, w.concurrency_limit
        FROM unnest(:owners, :keys) AS k (owner, key)
        CROSS JOIN LATERAL (
            SELECT count(*) AS tasks FROM (
                SELECT FROM task_queue r
                WHERE r.owner = k.owner AND r.concurrency_key = k.key AND r.state <> 2 AND r.concurrency_key IS NOT NULL
                LIMIT 1000) r) taken
        CROSS JOIN LATERAL (
            SELECT q.id, q.concurrency_limit FROM task_queue q
            WHERE q.owner = k.owner AND q.concurrency_key = k.key AND q.state = 2 AND q.ready_at IS NULL
                AND q.concurrency_limit > taken.tasks
            ORDER BY q.concurrency_limit, q.place LIMIT %d) w
        ORDER BY k.owner, k.key
        """.formatted(AT_ONCE);

    private static final String LOCK = """
        SELECT k.owner, k.key AS concurrency_key
        FROM unnest(:owners, :keys) AS k (owner, key)
        WHERE pg_try_advisory_xact_lock(hashtextextended(k.owner || ' ' || k.key, 39))
        """;

    private static final String ENTER =
            TaskInsert.entering("t.id = ANY(:ids) AND t.state = 2 AND t.ready_at IS NULL", "true");

    /** The next keys for which tasks wait, by a loose scan of the index. */
    private static final String NEXT = """
        WITH RECURSIVE k AS (
            (SELECT owner, concurrency_key FROM task_queue
            WHERE state = 2 AND ready_at IS NULL AND (owner, concurrency_key) > (:owner, :key)
            ORDER BY owner, concurrency_key LIMIT 1)
            UNION ALL
            SELECT n.* FROM k CROSS JOIN LATERAL (
                SELECT owner, concurrency_key FROM task_queue
                WHERE state = 2 AND ready_at IS NULL AND (owner, concurrency_key) > (k.owner, k.concurrency_key)
                ORDER BY owner, concurrency_key LIMIT 1) n
        )
        SELECT * FROM k LIMIT :most
        """;

    private static final Key FIRST = new Key("", "");

    private final Db db;
    private final QueueEvents events;
    private final ReentrantLock lock = new ReentrantLock();
    private Key last = FIRST;

    /** @param db the connections for statements that belong to no caller's transaction */
    ConcurrencyKeys(Db db, QueueEvents events) {
        this.db = db;
        this.events = events;
    }

    /** A key of an owner. */
    record Key(String owner, String key) {
        /** The key of a task; empty when it has none. */
        static Optional<Key> of(UserId owner, Task task) {
            return task.spec().options().concurrency().map(one -> new Key(owner.value(), one.key()));
        }

        /** The same of a row. */
        static Optional<Key> read(ResultSet row) throws SQLException {
            String owner = row.getString("owner");
            return Rows.optionalText(row, "concurrency_key").map(key -> new Key(owner, key));
        }
    }

    private record Waiting(Key key, int taken, TaskId id, int limit) {}

    /** Puts the tasks into the queue for which these keys have room. */
    void release(Collection<Key> keys) {
        if (keys.isEmpty()) {
            return;
        }
        List<Key> distinct = keys.stream().distinct().toList();
        lock.lock();
        try {
            int entered = AT_ONCE;
            for (int i = 0; i < ROUNDS && entered >= AT_ONCE; i++) {
                int waiting = db.with(handle -> waiting(handle, distinct)).size();
                entered = waiting == 0 ? 0 : enter(distinct, waiting);
            }
        } finally {
            lock.unlock();
        }
    }

    private int enter(List<Key> keys, int most) {
        TaskAdmission.raise(db, most);
        int entered = db.atomically(handle -> {
            List<Key> locked = bind(handle.createQuery(LOCK), keys)
                    .map((row, _) -> Key.read(row).orElseThrow())
                    .list();
            List<TaskId> ids = locked.isEmpty() ? List.of() : startable(waiting(handle, locked));
            return ids.isEmpty()
                    ? 0
                    : handle.createQuery(ENTER)
                            .bind("ids", ids)
                            .bind("most", ids.size())
                            .bind("of_nodes", events.nodeMark().place())
                            .bind("of_workers", events.workerMark().place())
                            .map((row, _) -> row.getBoolean("enters"))
                            .list()
                            .size();
        });
        if (entered > 0) {
            events.ready(LowWaterMark.BOTTOM);
        }
        return entered;
    }

    private static List<Waiting> waiting(Handle handle, List<Key> keys) {
        return bind(handle.createQuery(WAITING), keys)
                .map((row, _) -> new Waiting(
                        Key.read(row).orElseThrow(),
                        row.getInt("taken"),
                        new TaskId(row.getString("id")),
                        row.getInt("concurrency_limit")))
                .list();
    }

    private static List<TaskId> startable(List<Waiting> waiting) {
        List<TaskId> ids = new ArrayList<>();
        Key key = FIRST;
        int taken = 0;
        for (Waiting one : waiting) {
            if (!one.key().equals(key)) {
                key = one.key();
                taken = one.taken();
            }
            if (taken < one.limit()) {
                taken++;
                ids.add(one.id());
            }
        }
        return ids;
    }

    private static Query bind(Query query, List<Key> keys) {
        return query.bind("owners", keys.stream().map(Key::owner).toArray(String[]::new))
                .bind("keys", keys.stream().map(Key::key).toArray(String[]::new));
    }

    /** The same for the next of all keys for which tasks wait, from the first one again after the last one. */
    void releaseSome(int most) {
        List<Key> keys = db.list(
                NEXT,
                Map.of("owner", last.owner(), "key", last.key(), "most", most),
                (row, _) -> Key.read(row).orElseThrow());
        last = keys.size() < most ? FIRST : keys.getLast();
        release(keys);
    }
}
