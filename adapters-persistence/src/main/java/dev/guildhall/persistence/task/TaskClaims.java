package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Settles attempts that have ended and claims tasks, in one statement unless some of the tasks go back into the queue.
 */
final class TaskClaims {
    /** The most tasks that one call claims. */
    private static final int MOST_CLAIMED = 1_000;

    /**
     * The expression {@code state + 0} prevents the planner from using the index of running tasks, so that the
     * statement finds tasks by their identifiers. That index looks empty when the server plans the statement on an
     * empty queue; the plan would then read the whole index for each task.
     */
    private static final String ENDED = """
        WITH me AS MATERIALIZED (
            SELECT id, heard_at FROM task_nodes WHERE id = :node AND lease_until > statement_timestamp()
        ), gone AS (
            DELETE FROM task_queue q
            USING unnest(:ids, :fences, :numbers, :states, :results) AS g (id, fence, number, state, result)
            WHERE q.%s AND q.fence = g.fence AND q.holder = :node AND q.state + 0 = 3 AND EXISTS (SELECT FROM me)
            RETURNING q.*, g.state AS ended, g.result, g.number
        )%s, ended AS (
            %s
        )
        """.formatted(
                    TaskRows.IS_GIVEN,
                    TaskRows.PUBLISH.formatted("g.ended"),
                    TaskRows.END.formatted("g.ended", "nullif(g.result, '')"));

    /**
     * For a call that claims nothing: the server starts a small plan sooner. Most tasks that a node starts at once end
     * with this statement.
     */
    static final String ENDS = ENDED + """
        SELECT CAST(NULL AS text) AS id, array_agg(number) AS ended, bool_or(part IS NOT NULL) AS unprocessed,
            array_agg(owner) FILTER (WHERE concurrency_key IS NOT NULL) AS key_owners,
            array_agg(concurrency_key) FILTER (WHERE concurrency_key IS NOT NULL) AS keys
        FROM gone
        """;

    private static final String CLAIM = ENDED + """
        , claimed AS (
            UPDATE task_queue t
            SET state = 3, holder = :node, fence = t.fence + 1, attempts = t.attempts + 1,
                since = greatest(statement_timestamp(), t.created_at),
                started_at = coalesce(t.started_at, greatest(statement_timestamp(), t.created_at))
            WHERE t.id = ANY(ARRAY(%s LIMIT :most FOR UPDATE SKIP LOCKED))
            RETURNING t.*
        )
        SELECT q.*, me.heard_at AS node_heard_at, CAST(NULL AS integer[]) AS ended, false AS unprocessed,
            CAST(NULL AS text[]) AS key_owners, CAST(NULL AS text[]) AS keys
        FROM claimed q, me
        UNION ALL
        SELECT q.*, NULL, g.ended, g.unprocessed, g.key_owners, g.keys
        FROM (
            SELECT array_agg(number) AS ended, bool_or(part IS NOT NULL) AS unprocessed, array_agg(owner) FILTER (WHERE concurrency_key IS NOT NULL) AS key_owners, array_agg(concurrency_key) FILTER (WHERE concurrency_key IS NOT NULL) AS keys FROM gone
        ) g LEFT JOIN claimed q ON false
        """;

    private static final String END_AND_CLAIM = CLAIM.formatted(
            "SELECT id FROM task_queue WHERE state = 0 AND place >= :mark AND EXISTS (SELECT FROM me) ORDER BY place");

    /**
     * Claims the first task of each user who is not excepted, among the first 20,000 tasks of the queue. It selects
     * twice as many candidates as it claims, since other nodes may lock some of them.
     */
    private static final String END_AND_CLAIM_OF_OTHERS = CLAIM.formatted("""
        SELECT id FROM task_queue WHERE state = 0 AND id = ANY(ARRAY(
            SELECT f.id FROM (
                SELECT DISTINCT ON (q.share) q.id, q.place
                FROM (
                    SELECT id, coalesce(counts_for, owner) AS share, place FROM task_queue
                    WHERE state = 0 AND place >= :mark AND EXISTS (SELECT FROM me) ORDER BY place LIMIT 20000) q
                WHERE q.share <> ALL(:except) ORDER BY q.share, q.place
            ) f
            ORDER BY f.place LIMIT 2 * :most))
        """);

    /** Claims tasks of other types among the first 20,000 tasks of the queue. */
    static final String END_AND_CLAIM_OF_OTHER_TYPES = CLAIM.formatted("""
        SELECT id FROM task_queue WHERE state = 0 AND id = ANY(ARRAY(
            SELECT q.id FROM (
                SELECT id, type, place FROM task_queue
                WHERE state = 0 AND place >= :mark AND EXISTS (SELECT FROM me) ORDER BY place LIMIT 20000) q
            WHERE q.type <> ALL(:except) ORDER BY q.place LIMIT 2 * :most))
        """);

    private final Db db;

    private final LowWaterMark mark;

    TaskClaims(Db db, LowWaterMark mark) {
        this.db = db;
        this.mark = mark;
    }

    /** When a request settles an attempt twice, the first one counts. */
    private record Attempt(TaskId id, int fence) {}

    /** A request's ends that belong to its node, by their indexes: ends of tasks, and tasks that go on without it. */
    private record Ends(List<TaskReleases.NumberedEnd> finals, List<TaskReleases.NumberedEnd> releases) {
        static Ends of(SettleAndClaim settleAndClaim) {
            Ends ends = new Ends(new ArrayList<>(), new ArrayList<>());
            Set<Attempt> seen = new HashSet<>();
            for (int i = 0; i < settleAndClaim.ended().size(); i++) {
                AttemptEnd end = settleAndClaim.ended().get(i);
                Lease lease = end.lease();
                boolean own = lease.holder().equals(settleAndClaim.node().value()) && lease.fence() > 0;
                if (own && seen.add(new Attempt(end.taskId(), lease.fence()))) {
                    (end.result() instanceof AttemptEnd.Final ? ends.finals : ends.releases)
                            .add(new TaskReleases.NumberedEnd(i, end));
                }
            }
            return ends;
        }
    }

    private record Claimed(long place, Task task) {}

    /**
     * What a call did.
     *
     * @param unprocessed whether it ended a step of a workflow
     * @param keys the concurrency keys of the tasks that it ended
     */
    record Taken(SettleAndClaimResult result, boolean unprocessed, List<ConcurrencyKeys.Key> keys) {}

    /** Collects the rows of one statement. Not thread-safe. */
    private static final class Outcome {
        private final List<Claimed> claimed = new ArrayList<>();
        private final List<Integer> ended = new ArrayList<>();
        private final UnreadableTasks unreadable = new UnreadableTasks();
        private final List<ConcurrencyKeys.Key> keys = new ArrayList<>();
        private boolean unprocessed;

        static Outcome of(ResultSet rows) throws SQLException {
            Outcome outcome = new Outcome();
            while (rows.next()) {
                outcome.read(rows);
            }
            return outcome;
        }

        /** A row has a claimed task, except one row, which has the numbers of the ends that were written. */
        private void read(ResultSet row) throws SQLException {
            if (row.getString("id") != null) {
                long place = row.getLong("place");
                unreadable.read(row).ifPresent(task -> claimed.add(new Claimed(place, task)));
                return;
            }
            Array numbers = row.getArray("ended");
            if (numbers != null) {
                ended.addAll(List.of((Integer[]) numbers.getArray()));
            }
            unprocessed = row.getBoolean("unprocessed");
            Array owners = row.getArray("key_owners");
            if (owners != null) {
                String[] ofOwners = (String[]) owners.getArray();
                List<String> named = Rows.texts(row, "keys");
                for (int i = 0; i < ofOwners.length; i++) {
                    keys.add(new ConcurrencyKeys.Key(ofOwners[i], named.get(i)));
                }
            }
        }
    }

    Taken settleAndClaim(SettleAndClaim settleAndClaim) {
        Ends ends = Ends.of(settleAndClaim);
        Boolean[] accepted = new Boolean[settleAndClaim.ended().size()];
        Arrays.fill(accepted, false);
        if (!ends.releases().isEmpty()) {
            TaskAdmission.raise(db, ends.releases().size());
        }
        Outcome outcome = ends.releases().isEmpty()
                ? db.with(handle -> claim(handle, settleAndClaim, ends.finals()))
                : db.atomically(handle -> {
                    TaskReleases.release(handle, settleAndClaim.node().value(), ends.releases())
                            .forEach(number -> accepted[number] = true);
                    return claim(handle, settleAndClaim, ends.finals());
                });
        outcome.unreadable.end(db);
        outcome.ended.forEach(number -> accepted[number] = true);
        List<Task> claimed = outcome.claimed.stream()
                .sorted(Comparator.comparingLong(Claimed::place))
                .map(Claimed::task)
                .toList();
        return new Taken(new SettleAndClaimResult(List.of(accepted), claimed), outcome.unprocessed, outcome.keys);
    }

    private Outcome claim(Handle handle, SettleAndClaim settleAndClaim, List<TaskReleases.NumberedEnd> finals) {
        List<TaskRows.Ended> states = finals.stream()
                .map(end -> TaskRows.Ended.of(((AttemptEnd.Final) end.result()).state()))
                .toList();
        LowWaterMark.Claim begun = mark.begin();
        Query query = query(handle, settleAndClaim, begun.from());
        Outcome outcome = TaskReleases.NumberedEnd.bind(query, finals)
                .bind("node", settleAndClaim.node().value())
                .bind("states", Rows.integers(states, TaskRows.Ended::state))
                .bind("results", Rows.each(states, TaskRows.Ended::result))
                .scanResultSet((results, context) -> Outcome.of(results.get()));
        if (settleAndClaim.claim() > 0 && settleAndClaim.from() instanceof SettleAndClaim.All) {
            outcome.claimed.stream()
                    .mapToLong(Claimed::place)
                    .min()
                    .ifPresentOrElse(first -> mark.found(begun, first), () -> mark.looked(begun));
        }
        return outcome;
    }

    private static Query query(Handle handle, SettleAndClaim settleAndClaim, long from) {
        if (settleAndClaim.claim() == 0) {
            return handle.createQuery(ENDS);
        }
        Query claim = switch (settleAndClaim.from()) {
            case SettleAndClaim.All _ -> handle.createQuery(END_AND_CLAIM);
            case SettleAndClaim.OtherUsers(Set<UserId> except) ->
                handle.createQuery(END_AND_CLAIM_OF_OTHERS).bind("except", except);
            case SettleAndClaim.OtherTypes(Set<TaskType> except) ->
                handle.createQuery(END_AND_CLAIM_OF_OTHER_TYPES).bind("except", except);
        };
        return claim.bind("mark", from).bind("most", Math.min(settleAndClaim.claim(), MOST_CLAIMED));
    }
}
