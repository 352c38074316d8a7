package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.TaskProblem.QueueFull;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NewTask;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Inserts tasks into the queue up to its capacity. One row holds an upper bound of how many tasks wait; a transaction
 * that inserts tasks, or puts them back, raises it. When it would pass the capacity, it is counted again, under a lock
 * that all these transactions take.
 */
final class TaskAdmission {
    /** The live version of the row; a concurrent change makes a higher one. */
    private static final String LIVE = "version >= (SELECT max(version) FROM task_admission)";

    /**
     * A flow without a state is one of an owner who has no account any more. The arrays have the flows in the order of
     * the parameters, since each flow is looked up in its turn. OFFSET 0 keeps the planner from writing an expression
     * out, with its subqueries, at each place where its column is used. Behind the last mark of a flow stand at most
     * fifteen tasks without one.
     */
    private static final String INSERT = """
        WITH room AS (
            %s
        ), known AS (
            SELECT id FROM users WHERE id = ANY(:users) ORDER BY id FOR KEY SHARE
        ), me AS MATERIALIZED (
            SELECT id FROM task_nodes WHERE id = :node AND lease_until > statement_timestamp()
        ), flows AS MATERIALIZED (
            SELECT array_agg(f.state) AS states, array_agg(flow.last IS NOT NULL) AS are_behind,
                array_agg(greatest(least(coalesce(own.place + 1, f.created), lower.place + 1), flow.last + 100000)) AS places
            FROM (
                SELECT l.*, CASE l.state WHEN 0 THEN :of_nodes ELSE :of_workers END AS low
                FROM (
                    SELECT t.owner, t.priority,
                        CASE WHEN left(t.owner, length(:external)) = :external OR t.owner IN (SELECT id FROM known)
                        THEN %s END AS state,
                        CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint) - t.priority * 6000000 + t.first
                            AS created
                    FROM unnest(:owners, :types, :priorities, :firsts) AS t (owner, type, priority, first)
                    OFFSET 0
                ) l
                OFFSET 0
            ) f LEFT JOIN LATERAL (
                SELECT q.place FROM task_queue q
                WHERE q.owner = f.owner AND q.state = f.state AND q.state <= 1 AND q.is_mark AND q.priority = f.priority
                    AND q.place >= f.low
                ORDER BY q.place DESC LIMIT 1
            ) mark ON true LEFT JOIN LATERAL (
                SELECT q.place AS last FROM task_queue q
                WHERE q.state = f.state AND q.state <= 1 AND q.place BETWEEN mark.place AND mark.place + 1500000
                    AND q.owner = f.owner AND q.priority = f.priority
                ORDER BY q.place DESC LIMIT 1
            ) flow ON true LEFT JOIN LATERAL (
                SELECT q.place FROM (
                    SELECT q.place, q.priority, q.is_behind FROM task_queue q
                    WHERE q.state = f.state AND q.state <= 1 AND q.place >= f.low
                    ORDER BY q.place LIMIT 1000
                ) q
                WHERE q.is_behind AND q.priority = f.priority ORDER BY q.place LIMIT 1
            ) own ON true LEFT JOIN LATERAL (
                SELECT q.place FROM (
                    SELECT q.place, q.priority, q.is_behind FROM task_queue q
                    WHERE q.state = f.state AND q.state <= 1 AND q.place >= f.low
                        AND q.place < coalesce(own.place, f.created)
                    ORDER BY q.place LIMIT 1000
                ) q
                WHERE q.is_behind AND q.priority < f.priority ORDER BY q.place LIMIT 1
            ) lower ON true
        ), queued AS (
            INSERT INTO task_queue (id, owner, profile_id, type, priority, tools, input, part, created_at, expires_at, place,
                is_behind, is_mark, state, attempts, fence, holder, since, started_at)
            SELECT t.id, t.owner, t.profile_id, t.type, t.priority, t.tools, t.input, t.part, t.created_at,
                t.created_at + t.ttl * interval '1 microsecond', t.place, t.is_behind, t.is_mark, t.state,
                begun.times, begun.times, begun.holder, begun.at, begun.at
            FROM (
                SELECT t.*, (CAST(:owners AS text[]))[t.flow] AS owner, (CAST(:profiles AS text[]))[t.flow] AS profile_id,
                    (CAST(:types AS text[]))[t.flow] AS type, (CAST(:priorities AS integer[]))[t.flow] AS priority,
                    statement_timestamp() AS created_at, f.places[t.flow] + t.rank * 100000 AS place,
                    f.are_behind[t.flow] OR t.rank > 0 AS is_behind,
                    CASE WHEN t.eager AND f.states[t.flow] = 0 AND EXISTS (SELECT FROM me) THEN 3
                    ELSE f.states[t.flow] END AS state
                FROM flows f,
                    unnest(:ids, :tools, :inputs, :parts, :ttls, :eager, :flows, :ranks, :marks)
                        AS t (id, tools, input, part, ttl, eager, flow, rank, is_mark)
                WHERE EXISTS (SELECT FROM room) AND f.states[t.flow] IS NOT NULL
                OFFSET 0
            ) t CROSS JOIN LATERAL (
                SELECT CASE WHEN t.state = 3 THEN 1 ELSE 0 END AS times,
                    CASE WHEN t.state = 3 THEN :node END AS holder,
                    CASE WHEN t.state = 3 THEN t.created_at END AS at) begun
        )
        SELECT statement_timestamp() AS at, EXISTS (SELECT FROM room) AS admitted, EXISTS (SELECT FROM me) AS is_node_alive,
            states, places
        FROM flows
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

    private final LowWaterMarks marks;
    private final QueueEvents news;

    TaskAdmission(LowWaterMarks marks, QueueEvents news) {
        this.marks = marks;
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
                    marks.lower(place);
                    news.ready(place);
                }));
        return batch.kept(inserted).stream().<Enqueued>map(Enqueued.Kept::new).toList();
    }

    /** Admits or refuses one call after the other. No other transaction can add tasks after the lock. */
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
        FairQueueFlows flows = FairQueueFlows.of(tasks);
        var query = handle.createQuery(sql)
                .bind("external", UserId.EXTERNAL)
                .bind("users", accounts(tasks))
                .bind("ids", column(tasks, String[]::new, task -> task.id().value()))
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
                .bind("marks", flows.marks())
                .bind(
                        "owners",
                        column(
                                flows.firsts(),
                                String[]::new,
                                task -> task.owner().value()))
                .bind(
                        "profiles",
                        column(
                                flows.firsts(),
                                String[]::new,
                                task -> task.profileId().value()))
                .bind(
                        "types",
                        column(
                                flows.firsts(),
                                String[]::new,
                                task -> task.spec().type().value()))
                .bind(
                        "priorities",
                        column(
                                flows.firsts(),
                                Integer[]::new,
                                task -> task.spec().priority()))
                .bind("firsts", flows.starts())
                .bind("of_nodes", marks.nodes().place())
                .bind("of_workers", marks.workers().place())
                .bind("node", batch.node())
                .bind(
                        "ttls",
                        column(tasks, Long[]::new, task -> task.spec().ttl().toNanos() / 1_000));
        if (sql.equals(FAST)) {
            query.bind("many", tasks.size()).bind("open", openToAll(capacity));
        }
        return query.map((row, context) -> row.getBoolean("admitted")
                        ? Optional.of(read(row, batch, flows))
                        : Optional.<EnqueueBatch.Insertion>empty())
                .one();
    }

    private static EnqueueBatch.Insertion read(ResultSet row, EnqueueBatch batch, FairQueueFlows flows)
            throws SQLException {
        Integer[] states = (Integer[]) row.getArray("states").getArray();
        Long[] places = (Long[]) row.getArray("places").getArray();
        boolean isNodeAlive = row.getBoolean("is_node_alive");
        Boolean[] eager = batch.eager();
        Integer[] numbers = flows.numbers();
        Set<Integer> claimed = new HashSet<>();
        long first = Long.MAX_VALUE;
        for (int i = 0; i < numbers.length; i++) {
            int flow = numbers[i] - 1;
            Integer state = states[flow];
            if (state != null && state == TaskRows.READY && eager[i] && isNodeAlive) {
                claimed.add(i + 1);
            } else if (state != null) {
                first = Math.min(first, places[flow]);
            }
        }
        return new EnqueueBatch.Insertion(
                Rows.instant(row, "at"), claimed, Optional.of(first).filter(place -> place < Long.MAX_VALUE));
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
