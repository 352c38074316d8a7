package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.task.TaskSpec;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Inserts a batch of tasks into the queue, computes the place of each there (start-time fair queueing), and claims some
 * of them for a node, all in one statement.
 */
final class TaskInsert {
    /**
     * Joins to each flow, a row {@code f} with the user for whom it counts ({@code share}), its {@code priority}, the {@code state}
     * in which it waits, the mark {@code low} of that state and the place of a task that nobody is before ({@code created}),
     * what its {@link #PLACE} depends on.
     */
    private static final String NEIGHBOURS = """
        LEFT JOIN LATERAL (
            SELECT q.place FROM task_queue q
            WHERE coalesce(q.counts_for, q.owner) = f.share AND q.state = f.state AND q.state <= 1 AND q.is_mark
                AND q.priority = f.priority
                AND q.place >= f.low
            ORDER BY q.place DESC LIMIT 1
        ) mark ON true LEFT JOIN LATERAL (
            SELECT q.place AS last FROM task_queue q
            WHERE q.state = f.state AND q.state <= 1 AND q.place BETWEEN mark.place AND mark.place + 1500000
                AND coalesce(q.counts_for, q.owner) = f.share AND q.priority = f.priority
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
        """;

    /** The place of the first task that enters a flow now. */
    private static final String PLACE =
            "greatest(least(coalesce(own.place + 1, f.created), lower.place + 1), flow.last + 100000)";

    private static final Statement COUNTED = Statement.of(TaskAdmission.RESERVE + " RETURNING 1");
    private static final Statement UNCOUNTED = Statement.of(TaskAdmission.RAISE + " RETURNING 1");
    private static final Statement RECOUNTED = Statement.of(TaskAdmission.Recount.REPLACE + " RETURNING 1");
    private static final Statement ADMITTED = Statement.of("SELECT 1");

    /**
     * The statement that puts waiting tasks into the queue; {@code :most}, {@code :of_nodes} and {@code :of_workers} are its
     * parameters. Those that had no attempt yet get their places as if they had just been enqueued.
     *
     * @param which the condition of these tasks, with the alias {@code t}
     * @param enters which of them enter; the others wait for their key from now on
     */
    static String entering(String which, String enters) {
        return """
            WITH due AS MATERIALIZED (
                SELECT t.id, t.fence, t.priority, t.place, coalesce(t.counts_for, t.owner) AS share, %s AS enters, %s AS state
                FROM task_queue t
                WHERE %s
                LIMIT :most FOR UPDATE SKIP LOCKED
            ), fresh AS (
                SELECT d.id, d.share, d.priority, d.state,
                    row_number() OVER (PARTITION BY d.share, d.priority, d.state ORDER BY d.place, d.id) - 1 AS rank
                FROM due d WHERE d.enters AND d.fence = 0
            ), flows AS MATERIALIZED (
                SELECT f.share, f.priority, f.state, %s AS place, flow.last IS NOT NULL AS is_behind
                FROM (
                    SELECT DISTINCT n.share, n.priority, n.state, CASE n.state WHEN 0 THEN :of_nodes ELSE :of_workers END AS low,
                        CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint) - n.priority * 6000000 AS created
                    FROM fresh n
                    OFFSET 0
                ) f %s
            )
            UPDATE task_queue t
            SET state = CASE WHEN d.enters THEN d.state ELSE 2 END, ready_at = NULL, held = false, is_mark = true,
                place = coalesce(f.place + n.rank * 100000, t.place),
                is_behind = coalesce(f.is_behind OR n.rank > 0, t.is_behind)
            FROM due d LEFT JOIN fresh n ON n.id = d.id
                LEFT JOIN flows f ON f.share = n.share AND f.priority = n.priority AND f.state = n.state
            WHERE t.id = d.id
            RETURNING t.owner, t.concurrency_key, d.enters
            """.formatted(enters, TaskRows.CLAIMABLE_STATE, which, PLACE, NEIGHBOURS);
    }

    /** An insert that admits tasks in some way; one task with a unique key that another one has is not inserted. */
    private record Statement(String ofAny, String ofUnique) {
        static Statement of(String room) {
            return new Statement(
                    insert(room, ""),
                    insert(room, "ON CONFLICT (owner, unique_key) WHERE unique_key IS NOT NULL DO NOTHING"));
        }

        /**
         * The state of a flow is null when its owner has no account any more. The arrays have the flows in the order of the
         * parameters, since the statement computes one flow after the other. OFFSET 0 prevents the planner from copying an
         * expression, with its subqueries, to each place that uses its column. At most fifteen tasks without a mark follow
         * the last mark of a flow.
         */
        private static String insert(String room, String conflict) {
            return """
                WITH room AS (
                    %1$s
                ), known AS (
                    SELECT id FROM accounts WHERE id = ANY(:users) ORDER BY id FOR KEY SHARE
                ), me AS MATERIALIZED (
                    SELECT id FROM task_nodes WHERE id = :node AND lease_until > statement_timestamp()
                ), flows AS MATERIALIZED (
                    SELECT array_agg(f.state) AS states, array_agg(flow.last IS NOT NULL) AS are_behind,
                        array_agg(%4$s) AS places
                    FROM (
                        SELECT l.*, CASE l.state WHEN 0 THEN :of_nodes ELSE :of_workers END AS low
                        FROM (
                            SELECT t.share, t.priority,
                                CASE WHEN left(t.owner, length(:external)) = :external OR t.owner IN (SELECT id FROM known)
                                THEN %2$s END AS state,
                                CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint) - t.priority * 6000000 + t.first
                                    AS created
                            FROM unnest(:owners, :shares, :types, :priorities, :firsts) AS t (owner, share, type, priority, first)
                            OFFSET 0
                        ) l
                        OFFSET 0
                    ) f %3$s
                ), queued AS (
                    INSERT INTO task_queue (id, owner, profile_id, key_id, counts_for, type, priority, tools, input, part, created_at,
                        expires_at, retry, start_at, ready_at, options, concurrency_key, concurrency_limit, unique_key,
                        place, is_behind, is_mark, state, attempts, fence, holder, since, started_at)
                    SELECT t.id, t.owner, t.profile_id, t.key_id, nullif(t.share, t.owner), t.type, t.priority, t.tools, t.input, t.part, t.created_at,
                        greatest(t.created_at, t.start_at) + t.ttl * interval '1 microsecond', t.retry, t.start_at,
                        CASE WHEN t.start_at > t.created_at THEN t.start_at END, t.options, t.concurrency_key, t.concurrency_limit, t.unique_key,
                        t.place, t.is_behind, t.is_mark, t.state,
                        begun.times, begun.times, begun.holder, begun.at, begun.at
                    FROM (
                        SELECT t.*, (CAST(:owners AS text[]))[t.flow] AS owner, (CAST(:profiles AS text[]))[t.flow] AS profile_id,
                            (CAST(:keys AS text[]))[t.flow] AS key_id, (CAST(:shares AS text[]))[t.flow] AS share,
                            (CAST(:types AS text[]))[t.flow] AS type, (CAST(:priorities AS integer[]))[t.flow] AS priority,
                            statement_timestamp() AS created_at, f.places[t.flow] + t.rank * 100000 AS place,
                            f.are_behind[t.flow] OR t.rank > 0 AS is_behind,
                            CASE WHEN t.concurrency_key IS NOT NULL OR t.start_at > statement_timestamp() THEN 2
                            WHEN t.eager AND f.states[t.flow] = 0 AND EXISTS (SELECT FROM me) THEN 3
                            ELSE f.states[t.flow] END AS state
                        FROM flows f, (
                            SELECT u.*, coalesce(timestamptz 'epoch' + u.start * interval '1 microsecond',
                                statement_timestamp() + u.delay * interval '1 microsecond') AS start_at
                            FROM unnest(:ids, :tools, :inputs, :parts, :ttls, :retries, :starts, :delays, :options, :concurrency_keys,
                                :concurrency_limits, :unique_keys, :eager, :flows, :ranks, :marks)
                                AS u (id, tools, input, part, ttl, retry, start, delay, options, concurrency_key, concurrency_limit, unique_key,
                                    eager, flow, rank, is_mark)) t
                        WHERE EXISTS (SELECT FROM room) AND f.states[t.flow] IS NOT NULL
                        OFFSET 0
                    ) t CROSS JOIN LATERAL (
                        SELECT CASE WHEN t.state = 3 THEN 1 ELSE 0 END AS times,
                            CASE WHEN t.state = 3 THEN :node END AS holder,
                            CASE WHEN t.state = 3 THEN t.created_at END AS at) begun
                    %5$s
                )
                SELECT statement_timestamp() AS at, EXISTS (SELECT FROM room) AS admitted, EXISTS (SELECT FROM me) AS is_node_alive,
                    states, places
                FROM flows
                """.formatted(room, TaskRows.CLAIMABLE_STATE, NEIGHBOURS, PLACE, conflict);
        }

        Query query(Handle handle, EnqueueBatch batch) {
            boolean isUnique = batch.tasks().stream()
                    .anyMatch(task -> task.spec().options().unique().isPresent());
            return handle.createQuery(isUnique ? ofUnique : ofAny);
        }
    }

    private final LowWaterMark nodes;
    private final LowWaterMark workers;

    /**
     * Prepares the inserts of a node.
     *
     * @param nodes the mark below which no task waits for a node
     * @param workers the mark below which no task waits for an external worker
     */
    TaskInsert(LowWaterMark nodes, LowWaterMark workers) {
        this.nodes = nodes;
        this.workers = workers;
    }

    /**
     * What was inserted.
     *
     * @param at when the tasks were inserted
     * @param claimed the numbers of the tasks that the node starts at once, counted from 1
     * @param dropped the numbers of the tasks that were not inserted, since their owners have no account any more
     * @param first a lower bound for the places of the tasks that wait for a node or an external worker; absent when
     *     none of them waits
     */
    record Inserted(Instant at, Set<Integer> claimed, Set<Integer> dropped, Optional<Long> first) {}

    /** Inserts the batch and raises the count of waiting tasks; empty when the count would pass the bound. */
    Optional<Inserted> counted(Handle handle, EnqueueBatch batch, long bound) {
        Query query =
                COUNTED.query(handle, batch).bind("many", batch.tasks().size()).bind("open", bound);
        return insert(query, batch);
    }

    /** Inserts the batch and replaces the count of waiting tasks; empty when the count was changed meanwhile. */
    Optional<Inserted> recounted(Handle handle, EnqueueBatch batch, TaskAdmission.Recount count) {
        Query query =
                RECOUNTED.query(handle, batch).bind("version", count.version()).bind("bound", count.bound());
        return insert(query, batch);
    }

    /** Inserts the batch, whatever the count, and raises the count. */
    Inserted uncounted(Handle handle, EnqueueBatch batch) {
        Query query = UNCOUNTED.query(handle, batch).bind("many", batch.tasks().size());
        return insert(query, batch).orElseThrow();
    }

    /** Inserts the batch in a transaction that has already admitted its tasks. */
    Inserted admitted(Handle handle, EnqueueBatch batch) {
        return insert(ADMITTED.query(handle, batch), batch).orElseThrow();
    }

    private Optional<Inserted> insert(Query query, EnqueueBatch batch) {
        List<NewTask> tasks = batch.tasks();
        List<TaskSpec> specs = Rows.each(tasks, NewTask::spec);
        List<NewTask> firsts = batch.firsts();
        List<TaskSpec> kinds = Rows.each(firsts, NewTask::spec);
        List<Actor> actors = Rows.each(firsts, NewTask::actor);
        return query.bind("external", UserId.EXTERNAL)
                .bind("users", accounts(tasks))
                .bind("ids", Rows.each(tasks, NewTask::id))
                .bind("tools", optional(specs, TaskInsert::tools))
                .bind("inputs", Rows.each(specs, spec -> StoredJson.write(spec.input())))
                .bind("parts", optional(tasks, NewTask::part))
                .bind("retries", optional(specs, spec -> spec.options().retry().map(TaskRows::retry)))
                .bind("starts", micros(specs, TaskInsert::start))
                .bind("delays", micros(specs, TaskInsert::delay))
                .bind("options", optional(tasks, TaskRows::options))
                .bind(
                        "concurrency_keys",
                        optional(specs, spec -> spec.options().concurrency().map(Concurrency::key)))
                .bind("concurrency_limits", limits(specs))
                .bind("unique_keys", optional(specs, spec -> spec.options().unique()))
                .bind("eager", batch.eager())
                .bind("flows", batch.flows())
                .bind("ranks", batch.ranks())
                .bind("marks", batch.marks())
                .bind("owners", Rows.each(firsts, NewTask::owner))
                .bind("shares", Rows.each(firsts, NewTask::countsFor))
                .bind("profiles", Rows.each(actors, Actor::profileId))
                .bind("keys", optional(actors, actor -> actor.keyId().map(ApiKeyId::value)))
                .bind("types", Rows.each(kinds, TaskSpec::type))
                .bind("priorities", Rows.integers(kinds, TaskSpec::priority))
                .bind("firsts", batch.starts())
                .bind("of_nodes", nodes.place())
                .bind("of_workers", workers.place())
                .bind("node", batch.node())
                .bind("ttls", Rows.longs(specs, spec -> TaskRows.micros(spec.ttl())))
                .map((row, _) ->
                        row.getBoolean("admitted") ? Optional.of(read(row, batch)) : Optional.<Inserted>empty())
                .one();
    }

    private static Optional<Long> start(TaskSpec spec) {
        return spec.options()
                .start()
                .flatMap(start -> start instanceof StartTime.At(Instant time)
                        ? Optional.of(ChronoUnit.MICROS.between(Instant.EPOCH, time))
                        : Optional.empty());
    }

    private static Optional<Long> delay(TaskSpec spec) {
        return spec.options()
                .start()
                .flatMap(start -> start instanceof StartTime.After(Duration delay)
                        ? Optional.of(TaskRows.micros(delay))
                        : Optional.empty());
    }

    private static Long[] micros(List<TaskSpec> specs, Function<TaskSpec, Optional<Long>> value) {
        return specs.stream().map(spec -> value.apply(spec).orElse(null)).toArray(Long[]::new);
    }

    private static Integer[] limits(List<TaskSpec> specs) {
        return specs.stream()
                .map(spec ->
                        spec.options().concurrency().map(Concurrency::limit).orElse(null))
                .toArray(Integer[]::new);
    }

    private static Optional<String> tools(TaskSpec spec) {
        return spec.tools().isEmpty() ? Optional.empty() : Optional.of(StoredJson.write(spec.tools()));
    }

    private static Inserted read(ResultSet row, EnqueueBatch batch) throws SQLException {
        Integer[] states = (Integer[]) row.getArray("states").getArray();
        Long[] places = (Long[]) row.getArray("places").getArray();
        boolean isNodeAlive = row.getBoolean("is_node_alive");
        Boolean[] eager = batch.eager();
        Integer[] numbers = batch.flows();
        Set<Integer> claimed = new HashSet<>();
        Set<Integer> dropped = new HashSet<>();
        long first = Long.MAX_VALUE;
        for (int i = 0; i < numbers.length; i++) {
            int flow = numbers[i] - 1;
            Integer state = states[flow];
            if (state == null) {
                dropped.add(i + 1);
            } else if (state == TaskRows.READY && eager[i] && isNodeAlive) {
                claimed.add(i + 1);
            } else {
                first = Math.min(first, places[flow]);
            }
        }
        return new Inserted(
                Rows.instant(row, "at"), claimed, dropped, Optional.of(first).filter(place -> place < Long.MAX_VALUE));
    }

    private static List<UserId> accounts(List<NewTask> tasks) {
        return tasks.stream()
                .map(NewTask::owner)
                .filter(owner -> !owner.isExternal())
                .distinct()
                .toList();
    }

    /** An array of the driver has null for an absent value. */
    private static <R> String[] optional(List<R> rows, Function<R, Optional<String>> value) {
        String[] column = new String[rows.size()];
        for (int i = 0; i < column.length; i++) {
            int at = i;
            value.apply(rows.get(i)).ifPresent(text -> column[at] = text);
        }
        return column;
    }
}
