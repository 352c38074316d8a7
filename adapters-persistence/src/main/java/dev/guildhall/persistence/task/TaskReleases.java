package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Takes tasks that have not ended from their holders. */
final class TaskReleases {
    private static final TaskError GIVEN_BACK =
            new TaskError("GIVEN_BACK", "its node gave it back", ErrorKind.UNAVAILABLE);

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
                is_mark = true, held = g.held > 0,
                expires_at = t.expires_at + g.held * interval '1 microsecond',
                attempts = t.attempts - g.unharmed,
                started_at = CASE WHEN t.attempts > g.unharmed THEN t.started_at END,
                past = %s
            FROM unnest(:ids, :fences, :numbers, :errors, :delays, :unharmed, :held)
                AS g (id, fence, number, error, delay, unharmed, held)
            WHERE %s
            RETURNING g.number
            """.formatted(TaskRows.CLAIMABLE_STATE, TaskRows.LONGER_PAST.formatted("g.error"), IS_OWNED);

    /** Ends the wait of a task; its time to live goes on. */
    static final String WAKE = """
        UPDATE task_queue SET ready_at = statement_timestamp(), held = false,
            expires_at = expires_at - (ready_at - statement_timestamp())
        WHERE id = :id AND held AND ready_at > statement_timestamp()
        """;

    /**
     * Takes tasks from their holder until they complete; those of a user who has too many sleeping tasks go back into
     * the queue.
     */
    static final String SLEEP = """
        WITH asked AS MATERIALIZED (
            SELECT g.*, coalesce(t.counts_for, t.owner) AS share,
                row_number() OVER (PARTITION BY coalesce(t.counts_for, t.owner) ORDER BY g.number) AS rank
            FROM unnest(:ids, :fences, :numbers, :results, :outcome_states, :delays)
                    AS g (id, fence, number, result, outcome_state, delay)
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
            outcome_state = CASE WHEN g.fits THEN g.outcome_state END,
            is_mark = true,
            attempts = CASE WHEN g.fits THEN t.attempts ELSE t.attempts - 1 END,
            started_at = CASE WHEN g.fits OR t.attempts > 1 THEN t.started_at END
        FROM given g
        WHERE %1$s
        RETURNING g.number
        """.formatted(IS_OWNED, TaskSweeps.SLEEPING.formatted("a.share"));

    /**
     * An attempt that ends.
     *
     * @param number identifies it in its request
     */
    record NumberedEnd(int number, AttemptEnd end) {
        AttemptEnd.Result result() {
            return end.result();
        }

        /** Binds the tasks of some ends, their fences and their numbers. */
        static Query bind(Query query, List<NumberedEnd> ends) {
            return query.bind("ids", Rows.each(ends, one -> one.end().taskId()))
                    .bind("fences", Rows.integers(ends, one -> one.end().lease().fence()))
                    .bind("numbers", Rows.integers(ends, NumberedEnd::number));
        }
    }

    private TaskReleases() {}

    /**
     * Takes the tasks of one holder's attempts from it: they go back into the queue, for which the bound was raised, or
     * sleep. A fence of 0 means the latest attempt.
     *
     * @return the numbers of those that were taken
     */
    static List<Integer> release(Handle handle, String holder, List<NumberedEnd> ends) {
        Map<Boolean, List<NumberedEnd>> bySleep =
                ends.stream().collect(Collectors.partitioningBy(end -> end.result() instanceof AttemptEnd.Sleep));
        List<Integer> released = new ArrayList<>(queue(handle, holder, bySleep.getOrDefault(false, List.of())));
        released.addAll(sleep(handle, holder, bySleep.getOrDefault(true, List.of())));
        return released;
    }

    private static List<Integer> sleep(Handle handle, String holder, List<NumberedEnd> ends) {
        if (ends.isEmpty()) {
            return List.of();
        }
        List<AttemptEnd.Sleep> sleeps =
                ends.stream().map(end -> (AttemptEnd.Sleep) end.result()).toList();
        List<TaskRows.Ended> outcomes = Rows.each(sleeps, sleep -> TaskRows.Ended.of(sleep.outcome()));
        return NumberedEnd.bind(handle.createQuery(SLEEP), ends)
                .bind("holder", holder)
                .bind("results", Rows.each(outcomes, TaskRows.Ended::result))
                .bind("outcome_states", Rows.integers(outcomes, TaskRows.Ended::state))
                .bind("delays", Rows.longs(sleeps, sleep -> TaskRows.micros(sleep.delay())))
                .bind("most", TaskQueue.MOST_SLEEPING)
                .bind("pause", TaskRows.micros(TaskQueue.UNTIL_SLEEP))
                .mapTo(Integer.class)
                .list();
    }

    private static List<Integer> queue(Handle handle, String holder, List<NumberedEnd> ends) {
        if (ends.isEmpty()) {
            return List.of();
        }
        return NumberedEnd.bind(handle.createQuery(BACK), ends)
                .bind("holder", holder)
                .bind("errors", Rows.each(ends, end -> error(end.result())))
                .bind("delays", Rows.longs(ends, end -> delay(end.result())))
                .bind("unharmed", Rows.integers(ends, end -> end.result() instanceof AttemptEnd.Again ? 0 : 1))
                .bind("held", Rows.longs(ends, end -> held(end.result())))
                .mapTo(Integer.class)
                .list();
    }

    private static String error(AttemptEnd.Result result) {
        return TaskRows.error(
                switch (result) {
                    case AttemptEnd.Again again -> again.error();
                    case AttemptEnd.Wait _ -> AttemptEnd.Wait.ERROR;
                    default -> GIVEN_BACK;
                });
    }

    private static long delay(AttemptEnd.Result result) {
        return result instanceof AttemptEnd.Again again ? TaskRows.micros(again.delay()) : held(result);
    }

    private static long held(AttemptEnd.Result result) {
        return result instanceof AttemptEnd.Wait wait ? TaskRows.micros(wait.most()) : 0;
    }
}
