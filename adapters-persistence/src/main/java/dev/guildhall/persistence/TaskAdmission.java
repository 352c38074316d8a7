package dev.guildhall.persistence;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        ), moment AS MATERIALIZED (
            SELECT statement_timestamp() AS at, CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint) AS us
        ), given AS MATERIALIZED (
            SELECT t.id, t.owner, t.profile_id, t.type, t.priority, t.tools, t.input, t.part, m.at AS created_at,
                m.at + t.ttl * interval '1 microsecond' AS expires_at, m.us - t.priority * 6000000 + t.number AS place
            FROM unnest(:ids, :owners, :profiles, :types, :priorities, :tools, :inputs, :parts, :ttls)
                WITH ORDINALITY AS t (id, owner, profile_id, type, priority, tools, input, part, ttl, number),
                moment m
            WHERE EXISTS (SELECT FROM room)
                AND (left(t.owner, length(:external)) = :external OR t.owner IN (SELECT id FROM known))
        ), queued AS (
            INSERT INTO task_queue (id, owner, type, created_at, expires_at, place, state, attempts, fence)
            SELECT t.id, t.owner, t.type, t.created_at, t.expires_at, t.place, %s, 0, 0 FROM given t
        ), added AS (
            INSERT INTO tasks (id, owner, profile_id, type, priority, tools, input, part, created_at, expires_at, state,
                attempts, fence, unsettled)
            SELECT t.id, t.owner, t.profile_id, t.type, t.priority, t.tools, t.input, t.part, t.created_at, t.expires_at,
                0, 0, 0, false
            FROM given t
        )
        SELECT (SELECT at FROM moment) AS at, EXISTS (SELECT FROM room) AS admitted
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
    static List<Optional<List<Task>>> admit(Db db, List<List<NewTask>> calls, long capacity) {
        return capacity == 0 ? uncounted(db, calls) : counted(db, calls, capacity);
    }

    /** More tasks will wait: to be called in the transaction that puts them back, before it locks them. */
    static void raise(Handle handle, int howMany) {
        handle.createUpdate("UPDATE task_admission SET bound = bound + :many")
                .bind("many", howMany)
                .execute();
    }

    private static List<Optional<List<Task>>> uncounted(Db db, List<List<NewTask>> calls) {
        List<NewTask> all = calls.stream().flatMap(List::stream).toList();
        Optional<Instant> at = db.with(handle -> insert(handle, UNCOUNTED, all, 0));
        Instant keptAt = at.orElseGet(() -> db.atomically(handle -> {
            handle.execute("UPDATE task_admission SET loose = true");
            return insert(handle, ADMITTED, all, 0).orElseThrow();
        }));
        return calls.stream().map(call -> Optional.of(kept(call, keptAt))).toList();
    }

    private static List<Optional<List<Task>>> counted(Db db, List<List<NewTask>> calls, long capacity) {
        List<NewTask> all = calls.stream().flatMap(List::stream).toList();
        Optional<Instant> at = db.with(handle -> insert(handle, FAST, all, capacity));
        return at.map(keptAt -> calls.stream()
                        .map(call -> Optional.of(kept(call, keptAt)))
                        .toList())
                .orElseGet(() -> db.atomically(handle -> recounted(handle, calls, capacity)));
    }

    /** Each call in its turn finds room or does not. What is counted behind the lock nobody can add to meanwhile. */
    private static List<Optional<List<Task>>> recounted(Handle handle, List<List<NewTask>> calls, long capacity) {
        handle.execute("SELECT FROM task_admission FOR UPDATE");
        String count = "SELECT count(*) FROM (SELECT FROM task_queue WHERE state <= 2 LIMIT :most) waiting";
        long waiting = handle.createQuery(count)
                .bind("most", capacity + 1)
                .mapTo(Long.class)
                .one();
        List<NewTask> admitted = new ArrayList<>();
        List<Boolean> fits = new ArrayList<>();
        for (List<NewTask> call : calls) {
            boolean fit = call.size() <= capacity - waiting - admitted.size();
            fits.add(fit);
            admitted.addAll(fit ? call : List.of());
        }
        handle.createUpdate("UPDATE task_admission SET bound = :bound, loose = :loose")
                .bind("bound", waiting + admitted.size())
                // Of more than find room no more were counted.
                .bind("loose", waiting > capacity)
                .execute();
        Instant at = admitted.isEmpty()
                ? Instant.EPOCH
                : insert(handle, ADMITTED, admitted, 0).orElseThrow();
        List<Optional<List<Task>>> results = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            results.add(fits.get(i) ? Optional.of(kept(calls.get(i), at)) : Optional.empty());
        }
        return results;
    }

    private static List<Task> kept(List<NewTask> call, Instant at) {
        return call.stream().map(task -> Task.kept(task, at)).toList();
    }

    /** When they were kept; empty when there is no room, or none is known of. */
    private static Optional<Instant> insert(Handle handle, String sql, List<NewTask> tasks, long capacity) {
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
                .bind(
                        "ttls",
                        column(tasks, Long[]::new, task -> task.spec().ttl().toNanos() / 1_000));
        if (sql.equals(FAST)) {
            query.bind("many", tasks.size()).bind("capacity", capacity);
        }
        return query.map((row, context) ->
                        row.getBoolean("admitted") ? Optional.of(Rows.instant(row, "at")) : Optional.<Instant>empty())
                .one();
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
