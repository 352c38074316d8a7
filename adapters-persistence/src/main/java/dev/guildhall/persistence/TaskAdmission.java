package dev.guildhall.persistence;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.TaskProblem.QueueFull;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskSpec;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Lets tasks into the queue, exactly as many as find room. One row holds an upper bound of how many wait; who brings
 * tasks, or puts them back, raises it in the same transaction. It is counted again when it would pass the capacity, under
 * a lock that keeps everybody else who could make it untrue away.
 */
final class TaskAdmission {
    /** The live version of the row; what is changed meanwhile has a higher one. */
    private static final String LIVE = "version >= (SELECT max(version) FROM task_admission)";

    private static final String INSERT = """
        WITH room AS (
            %s
        ), known AS (
            SELECT id FROM users WHERE id = ANY(:users) ORDER BY id FOR KEY SHARE
        ), me AS MATERIALIZED (
            SELECT id FROM task_nodes WHERE id = :node AND lease_until > statement_timestamp()
        ), moment AS MATERIALIZED (
            SELECT statement_timestamp() AS at, CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint) AS us
        ), flows AS MATERIALIZED (
            SELECT f.number, f.state, flow.last IS NOT NULL AS is_behind,
                greatest(least(coalesce(backlog.own + 1, f.created), backlog.lower + 1), flow.last + 100000) AS place
            FROM (
                SELECT t.number, t.owner, t.priority, m.us - t.priority * 6000000 + t.first AS created, %s AS state
                FROM unnest(:flowOwners, :flowTypes, :flowPriorities, :flowFirsts)
                    WITH ORDINALITY AS t (owner, type, priority, first, number), moment m
            ) f LEFT JOIN LATERAL (
                SELECT q.place AS last FROM task_queue q
                WHERE q.owner = f.owner AND q.state = f.state AND q.state <= 1 AND q.priority = f.priority
                    AND q.place >= :mark
                ORDER BY q.place DESC LIMIT 1
            ) flow ON true CROSS JOIN LATERAL (
                SELECT min(front.place) FILTER (WHERE l.level = f.priority) AS own,
                    min(front.place) FILTER (WHERE l.level < f.priority) AS lower
                FROM unnest(:levels) AS l (level), LATERAL (
                    SELECT q.place FROM task_queue q
                    WHERE q.state = f.state AND q.state <= 1 AND q.is_behind AND q.priority = l.level
                        AND q.place >= :mark
                    ORDER BY q.place LIMIT 1
                ) front
                WHERE l.level <= f.priority
            ) backlog
        ), flow AS MATERIALIZED (
            SELECT array_agg(state ORDER BY number) AS states, array_agg(place ORDER BY number) AS places,
                array_agg(is_behind ORDER BY number) AS are_behind
            FROM flows
        ), given AS MATERIALIZED (
            SELECT t.id, t.owner, t.profile_id, t.type, t.priority, t.tools, t.input, t.part, m.at AS created_at,
                m.at + t.ttl * interval '1 microsecond' AS expires_at,
                f.places[t.flow] + t.rank * 100000 AS place, f.are_behind[t.flow] OR t.rank > 0 AS is_behind,
                CAST(t.number AS integer) AS number,
                CASE WHEN f.states[t.flow] = 1 THEN 1 WHEN t.eager AND EXISTS (SELECT FROM me) THEN 3 ELSE 0 END AS state
            FROM unnest(:ids, :owners, :profiles, :types, :priorities, :tools, :inputs, :parts, :ttls, :eager, :flows,
                    :ranks)
                WITH ORDINALITY AS t (id, owner, profile_id, type, priority, tools, input, part, ttl, eager, flow, rank,
                    number),
                moment m, flow f
            WHERE EXISTS (SELECT FROM room)
                AND (left(t.owner, length(:external)) = :external OR t.owner IN (SELECT id FROM known))
        ), queued AS (
            INSERT INTO task_queue (id, owner, profile_id, type, priority, tools, input, part, created_at, expires_at, place,
                is_behind, state, attempts, fence, holder, since, started_at)
            SELECT t.id, t.owner, t.profile_id, t.type, t.priority, t.tools, t.input, t.part, t.created_at, t.expires_at,
                t.place, t.is_behind, t.state, begun.times, begun.times, begun.holder, begun.at, begun.at
            FROM given t CROSS JOIN LATERAL (
                SELECT CASE WHEN t.state = 3 THEN 1 ELSE 0 END AS times,
                    CASE WHEN t.state = 3 THEN :node END AS holder,
                    CASE WHEN t.state = 3 THEN t.created_at END AS at) begun
        )
        SELECT (SELECT at FROM moment) AS at, EXISTS (SELECT FROM room) AS admitted,
            (SELECT array_agg(number) FROM given WHERE state = 3) AS claimed,
            (SELECT min(place) FROM given WHERE state <= 1) AS first
        """;

    private static final String ROOM = """
        UPDATE task_admission SET bound = bound + :many, version = version + 1
        WHERE version >= (SELECT max(version) FROM task_admission) AND NOT loose AND bound + :many <= :open RETURNING 1
        """;
    private static final String FAST = INSERT.formatted(ROOM, TaskRows.LANE);
    /** Whoever counts waits for those who bring tasks without counting; such ones do not wait for each other. */
    private static final String UNCOUNTED =
            INSERT.formatted("SELECT 1 FROM task_admission WHERE " + LIVE + " AND loose FOR KEY SHARE", TaskRows.LANE);

    private static final String ADMITTED = INSERT.formatted("SELECT 1", TaskRows.LANE);

    private final LowWaterMark mark;
    private final TaskNews news;
    /** Priorities that tasks have had: the fronts of their backlogs are looked at. */
    private final Set<Integer> levels = new ConcurrentSkipListSet<>(Set.of(TaskSpec.DEFAULT_PRIORITY));

    TaskAdmission(LowWaterMark mark, TaskNews news) {
        this.mark = mark;
        this.news = news;
    }

    /**
     * Keeps what each of several calls brings, or nothing of it. In a transaction of its own or in the open one.
     *
     * @return for each call, in their order, its tasks
     */
    List<Enqueued> admit(Db db, List<EnqueueBatch.Call> calls, long capacity) {
        return capacity == 0 ? uncounted(db, calls) : counted(db, calls, capacity);
    }

    /** More tasks will wait: to be called in the transaction that puts them back, before it locks them. */
    static void raise(Handle handle, int howMany) {
        handle.createUpdate("UPDATE task_admission SET bound = bound + :many, version = version + 1 WHERE " + LIVE)
                .bind("many", howMany)
                .execute();
    }

    private List<Enqueued> uncounted(Db db, List<EnqueueBatch.Call> calls) {
        EnqueueBatch batch = EnqueueBatch.of(calls);
        Optional<EnqueueBatch.Insertion> inserted = db.with(handle -> insert(handle, UNCOUNTED, batch, 0));
        return kept(
                db,
                batch,
                inserted.orElseGet(() -> db.atomically(handle -> {
                    handle.execute("UPDATE task_admission SET loose = true, version = version + 1 WHERE " + LIVE);
                    return insert(handle, ADMITTED, batch, 0).orElseThrow();
                })));
    }

    private List<Enqueued> counted(Db db, List<EnqueueBatch.Call> calls, long capacity) {
        EnqueueBatch batch = EnqueueBatch.of(calls);
        Optional<EnqueueBatch.Insertion> inserted = db.with(handle -> insert(handle, FAST, batch, capacity));
        return inserted.map(done -> kept(db, batch, done))
                .orElseGet(() -> db.atomically(handle -> recounted(db, handle, calls, capacity)));
    }

    private List<Enqueued> kept(Db db, EnqueueBatch batch, EnqueueBatch.Insertion inserted) {
        inserted.first()
                .ifPresent(place -> db.afterCommit(() -> {
                    mark.lower(place);
                    news.ready(place);
                }));
        return batch.kept(inserted).stream().<Enqueued>map(Enqueued.Kept::new).toList();
    }

    /** Each call in its turn finds room or does not. What is counted behind the lock nobody can add to meanwhile. */
    private List<Enqueued> recounted(Db db, Handle handle, List<EnqueueBatch.Call> calls, long capacity) {
        handle.execute("SELECT FROM task_admission WHERE " + LIVE + " FOR UPDATE");
        Room room = new Room(capacity, waiting(handle, capacity + 1));
        long before = room.waiting();
        List<EnqueueBatch.Call> admitted = new ArrayList<>();
        List<Optional<Enqueued.Full>> bounds = new ArrayList<>();
        for (EnqueueBatch.Call call : calls) {
            Optional<Enqueued.Full> bound = room.take(call.tasks());
            bounds.add(bound);
            if (bound.isEmpty()) {
                admitted.add(call);
            }
        }
        handle.createUpdate(
                        "UPDATE task_admission SET bound = :bound, loose = :loose, version = version + 1 WHERE " + LIVE)
                .bind("bound", room.waiting())
                // Of more than find room no more were counted.
                .bind("loose", before > capacity)
                .execute();
        Iterator<Enqueued> kept = admitted.isEmpty() ? Collections.emptyIterator() : admitted(db, handle, admitted);
        return bounds.stream()
                .map(bound -> bound.<Enqueued>map(full -> full).orElseGet(kept::next))
                .toList();
    }

    private static Map<String, Long> waiting(Handle handle, long most) {
        String count = """
            SELECT owner, count(*) AS waiting FROM (SELECT owner FROM task_queue WHERE state <= 2 LIMIT :most) waiting
            GROUP BY owner
            """;
        Map<String, Long> counts = new HashMap<>();
        handle.createQuery(count)
                .bind("most", most)
                .map((row, _) -> counts.put(row.getString("owner"), row.getLong("waiting")))
                .list();
        return counts;
    }

    private Iterator<Enqueued> admitted(Db db, Handle handle, List<EnqueueBatch.Call> calls) {
        EnqueueBatch batch = EnqueueBatch.of(calls);
        return kept(db, batch, insert(handle, ADMITTED, batch, 0).orElseThrow()).iterator();
    }

    /** How many tasks wait, of all owners and of each. Not thread-safe. */
    private static final class Room {
        private final long capacity;
        private final Map<String, Long> waitingOf;
        private long waiting;

        Room(long capacity, Map<String, Long> waitingOf) {
            this.capacity = capacity;
            this.waitingOf = waitingOf;
            this.waiting =
                    waitingOf.values().stream().mapToLong(Long::longValue).sum();
        }

        long waiting() {
            return waiting;
        }

        /** Makes room for all of the tasks, or says which bound they meet. */
        Optional<Enqueued.Full> take(List<NewTask> tasks) {
            Map<String, Long> more = tasks.stream()
                    .collect(Collectors.groupingBy(task -> task.owner().value(), Collectors.counting()));
            if (waiting + tasks.size() > capacity) {
                return Optional.of(new Enqueued.Full(QueueFull.Bound.CAPACITY));
            }
            boolean isLastEighth = waiting + tasks.size() > openToAll(capacity);
            if (isLastEighth
                    && more.entrySet().stream()
                            .anyMatch(owner ->
                                    waitingOf.getOrDefault(owner.getKey(), 0L) + owner.getValue() > capacity / 8)) {
                return Optional.of(new Enqueued.Full(QueueFull.Bound.OWNER));
            }
            waiting += tasks.size();
            more.forEach((owner, count) -> waitingOf.merge(owner, count, Long::sum));
            return Optional.empty();
        }
    }

    private static long openToAll(long capacity) {
        return capacity - capacity / 8;
    }

    /** Empty when there is no room, or none is known of. */
    private Optional<EnqueueBatch.Insertion> insert(Handle handle, String sql, EnqueueBatch batch, long capacity) {
        List<NewTask> tasks = batch.tasks();
        TaskFlows flows = TaskFlows.of(tasks);
        flows.firsts().forEach(task -> levels.add(task.spec().priority()));
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
                .bind("flows", flows.numbers())
                .bind("ranks", flows.ranks())
                .bind(
                        "flowOwners",
                        column(
                                flows.firsts(),
                                String[]::new,
                                task -> task.owner().value()))
                .bind(
                        "flowTypes",
                        column(
                                flows.firsts(),
                                String[]::new,
                                task -> task.spec().type().value()))
                .bind(
                        "flowPriorities",
                        column(
                                flows.firsts(),
                                Integer[]::new,
                                task -> task.spec().priority()))
                .bind("flowFirsts", flows.starts())
                .bind("mark", mark.place())
                .bind("levels", levels.toArray(Integer[]::new))
                .bind("node", batch.node())
                .bind(
                        "ttls",
                        column(tasks, Long[]::new, task -> task.spec().ttl().toNanos() / 1_000));
        if (sql.equals(FAST)) {
            query.bind("many", tasks.size()).bind("open", openToAll(capacity));
        }
        return query.map((row, context) ->
                        row.getBoolean("admitted") ? Optional.of(read(row)) : Optional.<EnqueueBatch.Insertion>empty())
                .one();
    }

    private static EnqueueBatch.Insertion read(ResultSet row) throws SQLException {
        Array claimed = row.getArray("claimed");
        return new EnqueueBatch.Insertion(
                Rows.instant(row, "at"),
                claimed == null ? Set.of() : Set.copyOf(List.of((Integer[]) claimed.getArray())),
                Optional.ofNullable(row.getObject("first", Long.class)));
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
