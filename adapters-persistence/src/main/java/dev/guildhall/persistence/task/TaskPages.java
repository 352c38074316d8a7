package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Keyset;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Pages of tasks. A page with large inputs and outputs has fewer tasks: two hundred large tasks may need more memory
 * than the process has.
 */
public final class TaskPages {
    /** The most bytes of inputs and outputs before the last task of a page. */
    public static final int MOST = 8 << 20;

    /**
     * How many tasks of an owner there are in each state, up to a bound for those that wait, those that run, and each final
     * state. It compares rows and orders them as {@link Keyset} does, and names test runs as the index of counts does.
     */
    static final String COUNTS = """
        SELECT state, count(*) AS tasks
        FROM (
            (SELECT state FROM task_queue
            WHERE owner = :owner AND state = ANY(:states) AND state <= 2 AND type <> 'test-run' LIMIT :most)
            UNION ALL
            (SELECT state FROM task_queue
            WHERE owner = :owner AND state = ANY(:states) AND state > 2 AND type <> 'test-run' LIMIT :most)) q
        GROUP BY state
        UNION ALL
        SELECT wanted.state, counted.tasks
        FROM unnest(CAST(:states AS integer[])) AS wanted (state)
        CROSS JOIN LATERAL (
            SELECT count(*) AS tasks FROM (
                SELECT FROM ended_tasks
                WHERE (owner, state) >= (:owner, CAST(wanted.state AS smallint))
                    AND (owner, state) <= (:owner, CAST(wanted.state AS smallint)) AND type <> 'test-run'
                ORDER BY owner DESC, state DESC LIMIT :most) e) counted
        WHERE wanted.state >= 5
        """;

    private final Db db;

    TaskPages(Db db) {
        this.db = db;
    }

    /**
     * A query for the tasks of a list that fit into a page, each with the number of all tasks of the list. It reads the
     * identifiers of those that wait or run, and of those in each final state, from an index of their own.
     */
    static String fitting(TaskFilter filter, List<Integer> states, PageRequest page) {
        return fitting(parts(filter, states, page));
    }

    private static String fitting(Stream<String> selects) {
        String parts = selects.map(part -> "(" + part + ")").collect(Collectors.joining(" UNION ALL "));
        return """
            SELECT * FROM (
                SELECT p.*, count(*) OVER () AS found,
                    coalesce(sum(octet_length(p.input) + coalesce(octet_length(p.result), 0))
                        OVER (ORDER BY p.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
                FROM (
                    %s WHERE t.id = ANY(ARRAY(SELECT id FROM (%s) part ORDER BY id DESC LIMIT :oneMore))
                ) p
            ) sized
            WHERE before < %d
            ORDER BY id DESC
            """.formatted(TaskRows.SELECT, parts, MOST);
    }

    private static Stream<String> parts(TaskFilter filter, List<Integer> states, PageRequest page) {
        String unended = states.stream()
                .filter(state -> state <= TaskRows.ON_LEASE)
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        Stream<String> queue =
                unended.isEmpty() ? Stream.empty() : Stream.of(queued(filter, "state IN (" + unended + ")", page));
        return Stream.concat(
                queue,
                states.stream()
                        .filter(state -> state > TaskRows.ON_LEASE)
                        .map(state -> filters(filter)
                                .filter("state", String.valueOf(state))
                                .select("id", "ended_tasks", page)));
    }

    private static String queued(TaskFilter filter, String states, PageRequest page) {
        return new Keyset()
                .filter("owner", owner(filter))
                .condition("type = :type", "type", type(filter))
                .condition(states)
                .select("id", "task_queue", page);
    }

    private static Keyset filters(TaskFilter filter) {
        return new Keyset().filter("owner", owner(filter)).filter("type", type(filter));
    }

    private static Optional<String> owner(TaskFilter filter) {
        return filter.owner().map(UserId::value);
    }

    private static Optional<String> type(TaskFilter filter) {
        return filter.type().map(TaskType::value);
    }

    static Map<String, Object> parameters(TaskFilter filter, PageRequest page) {
        return filters(filter).parameters(page);
    }

    /** The tasks that the filter names, newest first. */
    Page<Task> list(TaskFilter filter, PageRequest page) {
        List<Integer> states = filter.status().map(TaskRows::states).orElseGet(TaskPages::allStates);
        return list(filter, page, fitting(filter, states, page));
    }

    /** Those of them that run or wait for their owners. */
    Page<Task> running(TaskFilter filter, PageRequest page) {
        boolean none =
                filter.status().filter(status -> status != TaskStatus.RUNNING).isPresent();
        return none
                ? new Page<>(List.of(), Optional.empty())
                : list(filter, page, fitting(Stream.of(queued(filter, "(state IN (3, 4) OR held)", page))));
    }

    private static List<Integer> allStates() {
        return Arrays.stream(TaskStatus.values())
                .flatMap(status -> TaskRows.states(status).stream())
                .toList();
    }

    private Page<Task> list(TaskFilter filter, PageRequest page, String query) {
        return db.with(handle -> read(handle.createQuery(query).bindMap(parameters(filter, page)), page.limit()));
    }

    private record Found(Task task, int among) {
        static Found of(ResultSet row, StatementContext context) throws SQLException {
            return new Found(TaskRows.task(row, context), row.getInt("found"));
        }
    }

    private static Page<Task> read(Query list, Limit limit) {
        List<Found> found = list.map(Found::of).list();
        List<Task> tasks = found.stream().map(Found::task).toList();
        boolean isCut = !found.isEmpty() && tasks.size() < found.getFirst().among();
        return isCut && tasks.size() <= limit.value()
                ? new Page<>(tasks, Optional.of(new Cursor(tasks.getLast().id().value())))
                : Page.cut(tasks, limit, Task::id);
    }
}
