package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.WorkerScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leases of external workers, and the kinds of tasks that wait for such workers. */
final class WorkerLeases {
    /** How old the record of a kind may be before a poll writes it again. */
    private static final Duration NOTED = Duration.ofMinutes(1);
    /**
     * For this long after the first poll for a kind, each poll moves tasks of the kind that wait for a node: a
     * concurrent transaction that inserted one may not have seen the record of the kind. No transaction lasts longer
     * than this.
     */
    private static final Duration MOVING = Duration.ofMinutes(2);

    private static final int MOST_MOVED = 1_000;
    private static final int MOST_MOVES = 20;

    private static final String NOTE = """
        INSERT INTO task_kinds AS k (type, owner, since, until)
        SELECT type, :owner, statement_timestamp(), statement_timestamp() + :waited * interval '1 microsecond'
        FROM unnest(:types) AS type ORDER BY type
        ON CONFLICT (type, owner) DO UPDATE
        SET until = excluded.until,
            since = CASE WHEN k.until <= statement_timestamp() THEN excluded.since ELSE k.since END
        WHERE k.until < excluded.until - :noted * interval '1 microsecond'
        """;

    private static final String RECORDED_KINDS = """
        SELECT count(*) FILTER (WHERE until >= statement_timestamp() + (:waited - :noted) * interval '1 microsecond') AS noted,
            count(*) FILTER (WHERE since > statement_timestamp() - :moving * interval '1 microsecond') AS moving
        FROM task_kinds WHERE type = ANY(:types) AND owner = :owner
        """;

    static final String MOVE = """
        UPDATE task_queue SET state = 1
        WHERE id = ANY(ARRAY(
            SELECT id FROM task_queue
            WHERE state = 0 AND place >= :mark AND type = ANY(:types) AND :owner IN ('', owner)
            ORDER BY place LIMIT :most FOR UPDATE SKIP LOCKED))
        """;

    /** Returns at least one row. Each row has the first place of all tasks that wait for workers. */
    static final String LEASE = """
        WITH picked AS MATERIALIZED (
            SELECT array_agg(id ORDER BY place) AS ids FROM (
                SELECT id, place FROM task_queue
                WHERE state = 1 AND place >= :mark AND type = ANY(:types) AND :owner IN ('', owner)
                ORDER BY place LIMIT :most FOR UPDATE SKIP LOCKED
            ) q
        ), leased AS (
            UPDATE task_queue t
            SET state = 4, holder = (CAST(:leases AS text[]))[array_position((SELECT ids FROM picked), t.id)],
                fence = t.fence + 1, attempts = t.attempts + 1,
                since = greatest(statement_timestamp(), t.created_at),
                started_at = coalesce(t.started_at, greatest(statement_timestamp(), t.created_at)),
                heard_at = statement_timestamp(),
                lease_until = statement_timestamp() + :micros * interval '1 microsecond'
            WHERE t.id = ANY(CAST((SELECT ids FROM picked) AS text[]))
            RETURNING t.*
        )
        SELECT leased.*, first.place AS first
        FROM (SELECT) one
            LEFT JOIN (SELECT place FROM task_queue WHERE state = 1 AND place >= :mark ORDER BY place LIMIT 1) first ON true
            LEFT JOIN leased ON true
        """;

    /**
     * The expression {@code state + 0} prevents the planner from using the indexes of running tasks, as in {@link
     * TaskClaims}.
     */
    static final String EXTEND = """
        UPDATE task_queue SET heard_at = statement_timestamp(),
            lease_until = statement_timestamp() + :micros * interval '1 microsecond'
        WHERE id = :id AND state + 0 = 4 AND holder = :lease
        RETURNING lease_until
        """;

    static final String END =
            """
                WITH gone AS (
                    DELETE FROM task_queue
                    WHERE id = :id AND state + 0 = 4 AND holder = :lease AND lease_until > statement_timestamp()
                    RETURNING *
                )
                """ + TaskRows.PUBLISH.formatted(":state") + TaskRows.END.formatted(":state", "nullif(:result, '')");

    private final Db db;
    private final LowWaterMark nodes;
    private final LowWaterMark workers;

    WorkerLeases(Db db, LowWaterMark nodes, LowWaterMark workers) {
        this.db = db;
        this.nodes = nodes;
        this.workers = workers;
    }

    List<Task> lease(WorkerScope scope, List<LeaseId> leases, Duration lease) {
        String[] types = scope.types().stream().map(TaskType::value).sorted().toArray(String[]::new);
        String owner = scope.owner().map(UserId::value).orElse("");
        Kinds kinds = kinds(types, owner);
        if (kinds.noted() < types.length) {
            note(types, owner);
            kinds = kinds(types, owner);
        }
        if (kinds.moving() > 0) {
            move(types, owner);
        }
        return leases.isEmpty() ? List.of() : claim(types, owner, leases, lease);
    }

    /** How many of some kinds have a recent record, and how many may have tasks to move. */
    private record Kinds(int noted, int moving) {}

    private Kinds kinds(String[] types, String owner) {
        Map<String, ?> values = Map.of(
                "types", types,
                "owner", owner,
                "waited", TaskRows.micros(TaskWorkers.WAITED_FOR),
                "noted", TaskRows.micros(NOTED),
                "moving", TaskRows.micros(MOVING));
        return db.find(RECORDED_KINDS, values, (row, _) -> new Kinds(row.getInt("noted"), row.getInt("moving")))
                .orElseThrow();
    }

    private void note(String[] types, String owner) {
        Map<String, ?> values = Map.of(
                "types",
                types,
                "owner",
                owner,
                "waited",
                TaskRows.micros(TaskWorkers.WAITED_FOR),
                "noted",
                TaskRows.micros(NOTED));
        db.update(NOTE, values);
    }

    private void move(String[] types, String owner) {
        int moved = MOST_MOVED;
        // The next poll moves the tasks that are left then.
        for (int i = 0; i < MOST_MOVES && moved == MOST_MOVED; i++) {
            moved = db.update(MOVE, Map.of("types", types, "owner", owner, "mark", nodes.place(), "most", MOST_MOVED));
            if (moved > 0) {
                workers.lower(LowWaterMark.BOTTOM);
            }
        }
    }

    private record Claimed(long place, Task task) {}

    private List<Task> claim(String[] types, String owner, List<LeaseId> leases, Duration lease) {
        LowWaterMark.Claim begun = workers.begin();
        UnreadableTasks unreadable = new UnreadableTasks();
        List<Claimed> claimed = db.with(handle -> handle.createQuery(LEASE)
                .bind("types", types)
                .bind("owner", owner)
                .bind("mark", begun.from())
                .bind("most", leases.size())
                .bind("leases", leases)
                .bind("micros", TaskRows.micros(lease))
                .scanResultSet((rows, context) -> read(rows.get(), begun, unreadable)));
        unreadable.end(db);
        return claimed.stream()
                .sorted(Comparator.comparingLong(Claimed::place))
                .map(Claimed::task)
                .toList();
    }

    private List<Claimed> read(ResultSet rows, LowWaterMark.Claim begun, UnreadableTasks unreadable)
            throws SQLException {
        List<Claimed> claimed = new ArrayList<>();
        Optional<Long> first = Optional.empty();
        while (rows.next()) {
            first = Optional.ofNullable(rows.getObject("first", Long.class));
            if (rows.getString("id") != null) {
                long place = rows.getLong("place");
                unreadable.read(rows).ifPresent(task -> claimed.add(new Claimed(place, task)));
            }
        }
        first.ifPresentOrElse(place -> workers.found(begun, place), () -> workers.looked(begun));
        return claimed;
    }

    Optional<Instant> extend(TaskId id, LeaseId leaseId, Duration lease) {
        return db.find(EXTEND, Map.of("id", id, "lease", leaseId, "micros", TaskRows.micros(lease)), Instant.class);
    }

    static boolean settle(Db db, TaskId id, LeaseId leaseId, AttemptEnd.Result result) {
        if (result instanceof AttemptEnd.Final last) {
            TaskRows.Ended ended = TaskRows.Ended.of(last.state());
            Map<String, ?> values =
                    Map.of("id", id, "lease", leaseId, "state", ended.state(), "result", ended.result());
            return db.update(END, values) == 1;
        }
        AttemptEnd back = new AttemptEnd(id, new Lease(leaseId.value(), 0), result);
        return db.with(
                handle -> !TaskReleases.release(handle, leaseId.value(), List.of(new TaskReleases.NumberedEnd(0, back)))
                        .isEmpty());
    }
}
