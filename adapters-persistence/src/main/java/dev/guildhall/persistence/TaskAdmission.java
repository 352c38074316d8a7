package dev.guildhall.persistence;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jdbi.v3.core.Handle;

/**
 * Lets tasks into the queue, exactly as many as find room. One row holds an upper bound of how many wait; who brings
 * tasks, or puts them back, raises it in the same transaction. It is counted again when it would pass the capacity, under
 * a lock that keeps everybody else who could make it untrue away.
 */
final class TaskAdmission {
    private static final String INSERT = """
        WITH room AS (
            %s
        ), known AS (
            SELECT id FROM users WHERE id = ANY(:users) ORDER BY id FOR KEY SHARE
        ), me AS MATERIALIZED (
            SELECT id FROM task_nodes WHERE id = :node AND lease_until > statement_timestamp()
        ), moment AS MATERIALIZED (
            SELECT statement_timestamp() AS at, CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint) AS us
        ), given AS MATERIALIZED (
            SELECT t.id, t.owner, t.profile_id, t.type, t.priority, t.tools, t.input, t.part, m.at AS created_at,
                m.at + t.ttl * interval '1 microsecond' AS expires_at, m.us - t.priority * 6000000 + t.number AS place, CAST(t.number AS integer) AS number,
                CASE WHEN %s = 1 THEN 1 WHEN t.eager AND EXISTS (SELECT FROM me) THEN 3 ELSE 0 END AS state
            FROM unnest(:ids, :owners, :profiles, :types, :priorities, :tools, :inputs, :parts, :ttls, :eager)
                WITH ORDINALITY AS t (id, owner, profile_id, type, priority, tools, input, part, ttl, eager, number),
                moment m
            WHERE EXISTS (SELECT FROM room)
                AND (left(t.owner, length(:external)) = :external OR t.owner IN (SELECT id FROM known))
        ), queued AS (
            INSERT INTO task_queue (id, owner, profile_id, type, priority, tools, input, part, created_at, expires_at, place,
                state, attempts, fence, holder, since, started_at)
            SELECT t.id, t.owner, t.profile_id, t.type, t.priority, t.tools, t.input, t.part, t.created_at, t.expires_at,
                t.place, t.state, begun.times, begun.times, begun.holder, begun.at, begun.at
            FROM given t CROSS JOIN LATERAL (
                SELECT CASE WHEN t.state = 3 THEN 1 ELSE 0 END AS times,
                    CASE WHEN t.state = 3 THEN :node END AS holder,
                    CASE WHEN t.state = 3 THEN t.created_at END AS at) begun
        )
        SELECT (SELECT at FROM moment) AS at, EXISTS (SELECT FROM room) AS admitted,
            (SELECT array_agg(number) FROM given WHERE state = 3) AS claimed
        """;

    private static final String ROOM = """
        UPDATE task_admission SET bound = bound + :many WHERE NOT loose AND bound + :many <= :capacity RETURNING 1
        """;
    private static final String FAST = INSERT.formatted(ROOM, TaskRows.LANE);
    /** Whoever counts waits for those who bring tasks without counting; such ones do not wait for each other. */
    private static final String UNCOUNTED =
            INSERT.formatted("SELECT 1 FROM task_admission WHERE loose FOR KEY SHARE", TaskRows.LANE);

    private static final String ADMITTED = INSERT.formatted("SELECT 1", TaskRows.LANE);

    private TaskAdmission() {}

    /**
     * Keeps what each of several calls brings, or nothing of it. In a transaction of its own or in the open one.
     *
     * @return for each call, in their order, its tasks
     */
    static List<Optional<List<Task>>> admit(Db db, List<EnqueueBatch.Call> calls, long capacity) {
        return capacity == 0 ? uncounted(db, calls) : counted(db, calls, capacity);
    }

    /** More tasks will wait: to be called in the transaction that puts them back, before it locks them. */
    static void raise(Handle handle, int howMany) {
        handle.createUpdate("UPDATE task_admission SET bound = bound + :many")
                .bind("many", howMany)
                .execute();
    }

    private static List<Optional<List<Task>>> uncounted(Db db, List<EnqueueBatch.Call> calls) {
        EnqueueBatch batch = EnqueueBatch.of(calls);
        Optional<EnqueueBatch.Insertion> inserted = db.with(handle -> insert(handle, UNCOUNTED, batch, 0));
        return kept(
                batch,
                inserted.orElseGet(() -> db.atomically(handle -> {
                    handle.execute("UPDATE task_admission SET loose = true");
                    return insert(handle, ADMITTED, batch, 0).orElseThrow();
                })));
    }

    private static List<Optional<List<Task>>> counted(Db db, List<EnqueueBatch.Call> calls, long capacity) {
        EnqueueBatch batch = EnqueueBatch.of(calls);
        Optional<EnqueueBatch.Insertion> inserted = db.with(handle -> insert(handle, FAST, batch, capacity));
        return inserted.map(done -> kept(batch, done))
                .orElseGet(() -> db.atomically(handle -> recounted(handle, calls, capacity)));
    }

    private static List<Optional<List<Task>>> kept(EnqueueBatch batch, EnqueueBatch.Insertion inserted) {
        return batch.kept(inserted).stream().map(Optional::of).toList();
    }

    /** Each call in its turn finds room or does not. What is counted behind the lock nobody can add to meanwhile. */
    private static List<Optional<List<Task>>> recounted(Handle handle, List<EnqueueBatch.Call> calls, long capacity) {
        handle.execute("SELECT FROM task_admission FOR UPDATE");
        String count = "SELECT count(*) FROM (SELECT FROM task_queue WHERE state <= 2 LIMIT :most) waiting";
        long waiting = handle.createQuery(count)
                .bind("most", capacity + 1)
                .mapTo(Long.class)
                .one();
        List<EnqueueBatch.Call> admitted = new ArrayList<>();
        long bound = waiting;
        for (EnqueueBatch.Call call : calls) {
            if (call.tasks().size() <= capacity - bound) {
                bound += call.tasks().size();
                admitted.add(call);
            }
        }
        handle.createUpdate("UPDATE task_admission SET bound = :bound, loose = :loose")
                .bind("bound", bound)
                // Of more than find room no more were counted.
                .bind("loose", waiting > capacity)
                .execute();
        if (admitted.isEmpty()) {
            return calls.stream().map(_ -> Optional.<List<Task>>empty()).toList();
        }
        EnqueueBatch batch = EnqueueBatch.of(admitted);
        Iterator<List<Task>> kept =
                batch.kept(insert(handle, ADMITTED, batch, 0).orElseThrow()).iterator();
        // The same call twice is two calls.
        Set<EnqueueBatch.Call> fits = Collections.newSetFromMap(new IdentityHashMap<>());
        fits.addAll(admitted);
        return calls.stream()
                .map(call -> fits.contains(call) ? Optional.of(kept.next()) : Optional.<List<Task>>empty())
                .toList();
    }

    /** Empty when there is no room, or none is known of. */
    private static Optional<EnqueueBatch.Insertion> insert(
            Handle handle, String sql, EnqueueBatch batch, long capacity) {
        List<NewTask> tasks = batch.tasks();
        var query = handle.createQuery(sql)
                .bind("external", UserId.EXTERNAL)
                .bind("users", accounts(tasks))
                .bind("ids", column(tasks, String[]::new, task -> task.id().value()))
                .bind(
                        "owners",
                        column(tasks, String[]::new, task -> task.owner().value()))
                .bind(
                        "profiles",
                        column(tasks, String[]::new, task -> task.profileId().value()))
                .bind(
                        "types",
                        column(tasks, String[]::new, task -> task.spec().type().value()))
                .bind(
                        "priorities",
                        column(tasks, Integer[]::new, task -> task.spec().priority()))
                .bind(
                        "tools",
                        optional(
                                tasks,
                                task -> Optional.of(task.spec().tools())
                                        .filter(tools -> !tools.isEmpty())
                                        .map(StoredJson::write)))
                .bind(
                        "inputs",
                        column(
                                tasks,
                                String[]::new,
                                task -> StoredJson.write(task.spec().input())))
                .bind("parts", optional(tasks, NewTask::part))
                .bind("eager", batch.eager())
                .bind("node", batch.node())
                .bind(
                        "ttls",
                        column(tasks, Long[]::new, task -> task.spec().ttl().toNanos() / 1_000));
        if (sql.equals(FAST)) {
            query.bind("many", tasks.size()).bind("capacity", capacity);
        }
        return query.map((row, context) ->
                        row.getBoolean("admitted") ? Optional.of(read(row)) : Optional.<EnqueueBatch.Insertion>empty())
                .one();
    }

    private static EnqueueBatch.Insertion read(ResultSet row) throws SQLException {
        Array claimed = row.getArray("claimed");
        return new EnqueueBatch.Insertion(
                Rows.instant(row, "at"),
                claimed == null ? Set.of() : Set.copyOf(List.of((Integer[]) claimed.getArray())));
    }

    private static String[] accounts(List<NewTask> tasks) {
        return tasks.stream()
                .map(NewTask::owner)
                .filter(owner -> !owner.isExternal())
                .map(UserId::value)
                .distinct()
                .toArray(String[]::new);
    }

    private static <T> T[] column(List<NewTask> tasks, IntFunction<T[]> array, Function<NewTask, T> value) {
        return tasks.stream().map(value).toArray(array);
    }

    /** In an array of the driver nothing stands for what is absent. */
    private static String[] optional(List<NewTask> tasks, Function<NewTask, Optional<String>> value) {
        String[] column = new String[tasks.size()];
        for (int i = 0; i < column.length; i++) {
            int at = i;
            value.apply(tasks.get(i)).ifPresent(text -> column[at] = text);
        }
        return column;
    }
}
