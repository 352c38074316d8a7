package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskSpec;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
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
     * The state of a flow is null when its owner has no account any more. The arrays have the flows in the order of the
     * parameters, since the statement computes one flow after the other. OFFSET 0 prevents the planner from copying an
     * expression, with its subqueries, to each place that uses its column. At most fifteen tasks without a mark follow
     * the last mark of a flow.
     */
    private static final String INSERT = """
        WITH room AS (
            %s
        ), known AS (
            SELECT id FROM accounts WHERE id = ANY(:users) ORDER BY id FOR KEY SHARE
        ), me AS MATERIALIZED (
            SELECT id FROM task_nodes WHERE id = :node AND lease_until > statement_timestamp()
        ), flows AS MATERIALIZED (
            SELECT array_agg(f.state) AS states, array_agg(flow.last IS NOT NULL) AS are_behind,
                array_agg(greatest(least(coalesce(own.place + 1, f.created), lower.place + 1), flow.last + 100000)) AS places
            FROM (
                SELECT l.*, CASE l.state WHEN 0 THEN :of_nodes ELSE :of_workers END AS low
                FROM (
                    SELECT t.share, t.priority,
                        CASE WHEN left(t.owner, length(:external)) = :external OR t.owner IN (SELECT id FROM known)
                        THEN %s END AS state,
                        CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint) - t.priority * 6000000 + t.first
                            AS created
                    FROM unnest(:owners, :shares, :types, :priorities, :firsts) AS t (owner, share, type, priority, first)
                    OFFSET 0
                ) l
                OFFSET 0
            ) f LEFT JOIN LATERAL (
                SELECT q.place FROM task_queue q
                WHERE coalesce(q.counts_for, q.owner) = f.share AND q.state = f.state AND q.state <= 1 AND q.is_mark AND q.priority = f.priority
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
        ), queued AS (
            INSERT INTO task_queue (id, owner, profile_id, key_id, counts_for, type, priority, tools, input, part, created_at,
                expires_at, retry, place, is_behind, is_mark, state, attempts, fence, holder, since, started_at)
            SELECT t.id, t.owner, t.profile_id, t.key_id, nullif(t.share, t.owner), t.type, t.priority, t.tools, t.input, t.part, t.created_at,
                t.created_at + t.ttl * interval '1 microsecond', t.retry, t.place, t.is_behind, t.is_mark, t.state,
                begun.times, begun.times, begun.holder, begun.at, begun.at
            FROM (
                SELECT t.*, (CAST(:owners AS text[]))[t.flow] AS owner, (CAST(:profiles AS text[]))[t.flow] AS profile_id,
                    (CAST(:keys AS text[]))[t.flow] AS key_id, (CAST(:shares AS text[]))[t.flow] AS share,
                    (CAST(:types AS text[]))[t.flow] AS type, (CAST(:priorities AS integer[]))[t.flow] AS priority,
                    statement_timestamp() AS created_at, f.places[t.flow] + t.rank * 100000 AS place,
                    f.are_behind[t.flow] OR t.rank > 0 AS is_behind,
                    CASE WHEN t.eager AND f.states[t.flow] = 0 AND EXISTS (SELECT FROM me) THEN 3
                    ELSE f.states[t.flow] END AS state
                FROM flows f,
                    unnest(:ids, :tools, :inputs, :parts, :ttls, :retries, :eager, :flows, :ranks, :marks)
                        AS t (id, tools, input, part, ttl, retry, eager, flow, rank, is_mark)
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

    private static final String COUNTED =
            INSERT.formatted(TaskAdmission.RESERVE + " RETURNING 1", TaskRows.CLAIMABLE_STATE);

    private static final String UNCOUNTED =
            INSERT.formatted(TaskAdmission.RAISE + " RETURNING 1", TaskRows.CLAIMABLE_STATE);

    private static final String RECOUNTED =
            INSERT.formatted(TaskAdmission.Recount.REPLACE + " RETURNING 1", TaskRows.CLAIMABLE_STATE);

    private static final String ADMITTED = INSERT.formatted("SELECT 1", TaskRows.CLAIMABLE_STATE);

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
                handle.createQuery(COUNTED).bind("many", batch.tasks().size()).bind("open", bound);
        return insert(query, batch);
    }

    /** Inserts the batch and replaces the count of waiting tasks; empty when the count was changed meanwhile. */
    Optional<Inserted> recounted(Handle handle, EnqueueBatch batch, TaskAdmission.Recount count) {
        Query query =
                handle.createQuery(RECOUNTED).bind("version", count.version()).bind("bound", count.bound());
        return insert(query, batch);
    }

    /** Inserts the batch, whatever the count, and raises the count. */
    Inserted uncounted(Handle handle, EnqueueBatch batch) {
        Query query = handle.createQuery(UNCOUNTED).bind("many", batch.tasks().size());
        return insert(query, batch).orElseThrow();
    }

    /** Inserts the batch in a transaction that has already admitted its tasks. */
    Inserted admitted(Handle handle, EnqueueBatch batch) {
        return insert(handle.createQuery(ADMITTED), batch).orElseThrow();
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
