package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
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

    private static final TaskError GIVEN_BACK = new TaskError("GIVEN_BACK", "its node gave it back", 503);

    /** The holder of an attempt must still own its task: a node needs a lease, and a worker a lease of the task. */
    private static final String IS_OWNED = """
        t.%s AND (g.fence = 0 OR t.fence = g.fence) AND t.holder = :holder AND (
            (t.state + 0 = 3 AND EXISTS (
                SELECT FROM task_nodes WHERE id = :holder AND lease_until > statement_timestamp()))
            OR (t.state + 0 = 4 AND t.lease_until > statement_timestamp()))
        """.formatted(TaskRows.IS_GIVEN);

    /** Puts the tasks of some attempts back into the queue. */
    static final String BACK =
            """
            UPDATE task_queue t
            SET state = CASE WHEN g.delay > 0 THEN 2 ELSE %s END,
                ready_at = statement_timestamp() + g.delay * interval '1 microsecond',
                is_mark = true,
                attempts = t.attempts - g.unharmed,
                started_at = CASE WHEN t.attempts > g.unharmed THEN t.started_at END,
                past = %s
            FROM unnest(:ids, :fences, :errors, :delays, :unharmed)
                WITH ORDINALITY AS g (id, fence, error, delay, unharmed, number)
            WHERE %s
            RETURNING g.number
            """.formatted(TaskRows.CLAIMABLE_STATE, TaskRows.LONGER_PAST.formatted("g.error"), IS_OWNED);

    /**
     * Takes tasks from their holder until they complete; those of a user who has too many sleeping tasks go back into
     * the queue.
     */
    static final String SLEEP = """
        WITH asked AS MATERIALIZED (
            SELECT g.*, coalesce(t.counts_for, t.owner) AS share,
                row_number() OVER (PARTITION BY coalesce(t.counts_for, t.owner) ORDER BY g.number) AS rank
            FROM unnest(:ids, :fences, :results, :delays) WITH ORDINALITY AS g (id, fence, result, delay, number)
                JOIN task_queue t ON %1$s
        ), shares AS MATERIALIZED (
            SELECT a.share, s.sleeping
            FROM (SELECT DISTINCT share FROM asked) a CROSS JOIN LATERAL (%2$s) s
        ), given AS MATERIALIZED (
            SELECT a.*, s.sleeping + a.rank <= :most AS fits FROM asked a JOIN shares s ON s.share = a.share
        )
        UPDATE task_queue t
        SET state = CASE WHEN g.fits THEN 4 ELSE 2 END,
            ready_at = statement_timestamp()
                + CASE WHEN g.fits THEN g.delay ELSE :pause END * interval '1 microsecond',
            holder = NULL, lease_until = NULL, heard_at = NULL,
            outcome = CASE WHEN g.fits THEN g.result END,
            is_mark = true,
            attempts = CASE WHEN g.fits THEN t.attempts ELSE t.attempts - 1 END,
            started_at = CASE WHEN g.fits OR t.attempts > 1 THEN t.started_at END
        FROM given g
        WHERE %1$s
        RETURNING g.number
        """.formatted(IS_OWNED, TaskSweeps.SLEEPING.formatted("a.share"));

    /**
     * The expression {@code state + 0} prevents the planner from using the index of running tasks, so that the
     * statement finds tasks by their identifiers. That index looks empty when the server plans the statement on an
     * empty queue; the plan would then read the whole index for each task.
     */
    private static final String ENDED =
            """
            WITH me AS MATERIALIZED (
                SELECT id, heard_at FROM task_nodes WHERE id = :node AND lease_until > statement_timestamp()
            ), gone AS (
                DELETE FROM task_queue q
                USING unnest(:ids, :fences, :states, :results) WITH ORDINALITY AS g (id, fence, state, result, number)
                WHERE q.%s AND q.fence = g.fence AND q.holder = :node AND q.state + 0 = 3 AND EXISTS (SELECT FROM me)
                RETURNING q.*, g.state AS ended, g.result, CAST(g.number AS integer) AS number
            ), ended AS (
                %s
            )
            """.formatted(TaskRows.IS_GIVEN, TaskRows.END.formatted("g.ended", "nullif(g.result, '')"));

    /**
     * For a call that claims nothing: the server starts a small plan sooner. Most tasks that a node starts at once end
     * with this statement.
     */
    static final String ENDS = ENDED + """
        SELECT CAST(NULL AS text) AS id, array_agg(number) AS ended, bool_or(part IS NOT NULL) AS unprocessed FROM gone
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
        SELECT q.*, me.heard_at AS node_heard_at, CAST(NULL AS integer[]) AS ended, false AS unprocessed
        FROM claimed q, me
        UNION ALL
        SELECT q.*, NULL, (SELECT array_agg(number) FROM gone), (SELECT bool_or(part IS NOT NULL) FROM gone)
        FROM (SELECT) one LEFT JOIN claimed q ON false
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

    private final Db db;

    private final LowWaterMark mark;

    TaskClaims(Db db, LowWaterMark mark) {
        this.db = db;
        this.mark = mark;
    }

    /** An attempt. When a request settles an attempt twice, the first one counts. */
    private record Attempt(TaskId id, int fence) {}

    /**
     * The indexes of a request's ends that belong to its node: ends of tasks, and tasks that go on without it.
     */
    private record Ends(List<Integer> finals, List<Integer> backs) {
        static Ends of(SettleAndClaim settleAndClaim) {
            Ends ends = new Ends(new ArrayList<>(), new ArrayList<>());
            Set<Attempt> seen = new HashSet<>();
            for (int i = 0; i < settleAndClaim.ended().size(); i++) {
                AttemptEnd end = settleAndClaim.ended().get(i);
                Lease lease = end.lease();
                boolean own = lease.holder().equals(settleAndClaim.node().value()) && lease.fence() > 0;
                if (own && seen.add(new Attempt(end.taskId(), lease.fence()))) {
                    (end.result() instanceof AttemptEnd.Final ? ends.finals : ends.backs).add(i);
                }
            }
            return ends;
        }
    }

    private static List<AttemptEnd> at(List<Integer> places, List<AttemptEnd> ends) {
        return places.stream().map(ends::get).toList();
    }

    /** A claimed task and its place in the queue. */
    private record Claimed(long place, Task task) {}

    /**
     * What a call did.
     *
     * @param unprocessed whether it ended a step of a workflow
     */
    record Taken(SettleAndClaimResult result, boolean unprocessed) {}

    /** Collects the rows of one statement. Not thread-safe. */
    private static final class Outcome {
        private final List<Claimed> claimed = new ArrayList<>();
        private final List<Integer> ended = new ArrayList<>();
        private final UnreadableTasks unreadable = new UnreadableTasks();
        private boolean unprocessed;

        static Outcome of(ResultSet rows) throws SQLException {
            Outcome outcome = new Outcome();
            while (rows.next()) {
                outcome.read(rows);
            }
            return outcome;
        }

        /**
         * A row has a claimed task, except one row, which has the numbers of the ends that were written, counted from
         * 1.
         */
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
        }
    }

    Taken settleAndClaim(SettleAndClaim settleAndClaim) {
        Ends ends = Ends.of(settleAndClaim);
        Boolean[] accepted = new Boolean[settleAndClaim.ended().size()];
        Arrays.fill(accepted, false);
        if (!ends.backs().isEmpty()) {
            TaskAdmission.raise(db, ends.backs().size());
        }
        Outcome outcome = ends.backs().isEmpty()
                ? db.with(handle -> claim(handle, settleAndClaim, ends.finals()))
                : db.atomically(handle -> {
                    putBack(handle, settleAndClaim.node().value(), at(ends.backs(), settleAndClaim.ended()))
                            .forEach(number -> accepted[ends.backs().get(number - 1)] = true);
                    return claim(handle, settleAndClaim, ends.finals());
                });
        outcome.unreadable.end(db);
        outcome.ended.forEach(number -> accepted[ends.finals().get(number - 1)] = true);
        List<Task> claimed = outcome.claimed.stream()
                .sorted(Comparator.comparingLong(Claimed::place))
                .map(Claimed::task)
                .toList();
        return new Taken(new SettleAndClaimResult(List.of(accepted), claimed), outcome.unprocessed);
    }

    private Outcome claim(Handle handle, SettleAndClaim settleAndClaim, List<Integer> finals) {
        List<AttemptEnd> ends = at(finals, settleAndClaim.ended());
        List<TaskRows.Ended> states = ends.stream()
                .map(end -> TaskRows.Ended.of(((AttemptEnd.Final) end.result()).state()))
                .toList();
        LowWaterMark.Claim begun = mark.begin();
        Query query = query(handle, settleAndClaim, begun.from());
        Outcome outcome = query.bind("node", settleAndClaim.node().value())
                .bind("ids", ids(ends))
                .bind("fences", fences(ends))
                .bind("states", states.stream().map(TaskRows.Ended::state).toArray(Integer[]::new))
                .bind("results", states.stream().map(TaskRows.Ended::result).toArray(String[]::new))
                .scanResultSet((results, context) -> Outcome.of(results.get()));
        if (settleAndClaim.claim() > 0 && settleAndClaim.except().isEmpty()) {
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
        Query claim = settleAndClaim.except().isEmpty()
                ? handle.createQuery(END_AND_CLAIM)
                : handle.createQuery(END_AND_CLAIM_OF_OTHERS)
                        .bind(
                                "except",
                                settleAndClaim.except().stream()
                                        .map(UserId::value)
                                        .toArray(String[]::new));
        return claim.bind("mark", from).bind("most", Math.min(settleAndClaim.claim(), MOST_CLAIMED));
    }

    /**
     * Takes the tasks of one holder's attempts from it: they go back into the queue, for which the bound was raised, or
     * sleep. A fence of 0 means the latest attempt.
     *
     * @return the numbers of those that were taken, counted from 1
     */
    static List<Integer> putBack(Handle handle, String holder, List<AttemptEnd> ends) {
        List<Integer> sleeping = new ArrayList<>();
        List<Integer> queued = new ArrayList<>();
        for (int i = 0; i < ends.size(); i++) {
            (ends.get(i).result() instanceof AttemptEnd.Sleep ? sleeping : queued).add(i);
        }
        List<Integer> taken = new ArrayList<>();
        if (!queued.isEmpty()) {
            queue(handle, holder, at(queued, ends)).forEach(number -> taken.add(queued.get(number - 1) + 1));
        }
        if (!sleeping.isEmpty()) {
            sleep(handle, holder, at(sleeping, ends)).forEach(number -> taken.add(sleeping.get(number - 1) + 1));
        }
        return taken;
    }

    private static List<Integer> sleep(Handle handle, String holder, List<AttemptEnd> ends) {
        List<AttemptEnd.Sleep> sleeps =
                ends.stream().map(end -> (AttemptEnd.Sleep) end.result()).toList();
        return handle.createQuery(SLEEP)
                .bind("holder", holder)
                .bind("ids", ids(ends))
                .bind("fences", fences(ends))
                .bind(
                        "results",
                        sleeps.stream()
                                .map(sleep -> StoredJson.write(sleep.outcome().output()))
                                .toArray(String[]::new))
                .bind(
                        "delays",
                        sleeps.stream().map(sleep -> micros(sleep.delay())).toArray(Long[]::new))
                .bind("most", TaskQueue.MOST_SLEEPING)
                .bind("pause", micros(TaskQueue.UNTIL_SLEEP))
                .mapTo(Integer.class)
                .list();
    }

    private static List<Integer> queue(Handle handle, String holder, List<AttemptEnd> backs) {
        return handle.createQuery(BACK)
                .bind("holder", holder)
                .bind("ids", ids(backs))
                .bind("fences", fences(backs))
                .bind(
                        "errors",
                        backs.stream()
                                .map(end -> TaskRows.error(error(end.result())))
                                .toArray(String[]::new))
                .bind("delays", backs.stream().map(end -> delay(end.result())).toArray(Long[]::new))
                .bind(
                        "unharmed",
                        backs.stream()
                                .map(end -> end.result() instanceof AttemptEnd.GivenBack ? 1 : 0)
                                .toArray(Integer[]::new))
                .mapTo(Integer.class)
                .list();
    }

    private static TaskError error(AttemptEnd.Result result) {
        return result instanceof AttemptEnd.Again again ? again.error() : GIVEN_BACK;
    }

    private static long delay(AttemptEnd.Result result) {
        return result instanceof AttemptEnd.Again again ? micros(again.delay()) : 0;
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    private static String[] ids(List<AttemptEnd> ends) {
        return ends.stream().map(end -> end.taskId().value()).toArray(String[]::new);
    }

    private static Integer[] fences(List<AttemptEnd> ends) {
        return ends.stream().map(end -> end.lease().fence()).toArray(Integer[]::new);
    }
}
