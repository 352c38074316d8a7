package dev.guildhall.persistence.task;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.task.Task;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Pages of tasks. A page with large inputs and outputs has fewer tasks: two hundred large tasks may need more memory
 * than the process has.
 */
public final class TaskPages {
    /** The most bytes of inputs and outputs before the last task of a page. */
    public static final int MOST = 8 << 20;

    private TaskPages() {}

    /**
     * A query for the tasks of a list that fit into a page, each with the number of all tasks of the list.
     *
     * @param list a query that reads one task more than a page has, in descending order of identifiers
     */
    static String of(String list) {
        return """
            SELECT * FROM (
                SELECT p.*, count(*) OVER () AS found,
                    coalesce(sum(octet_length(p.input) + coalesce(octet_length(p.result), 0))
                        OVER (ORDER BY p.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
                FROM (
            %s
                ) p
            ) sized
            WHERE before < %d
            ORDER BY id DESC
            """.formatted(list, MOST);
    }

    private record Found(Task task, int among) {
        static Found of(ResultSet row, StatementContext context) throws SQLException {
            return new Found(TaskRows.task(row, context), row.getInt("found"));
        }
    }

    static Page<Task> read(Query list, Limit limit) {
        List<Found> found = list.map(Found::of).list();
        List<Task> tasks = found.stream().map(Found::task).toList();
        boolean isCut = !found.isEmpty() && tasks.size() < found.getFirst().among();
        return isCut && tasks.size() <= limit.value()
                ? new Page<>(tasks, Optional.of(new Cursor(tasks.getLast().id().value())))
                : Page.cut(tasks, limit, Task::id);
    }
}
