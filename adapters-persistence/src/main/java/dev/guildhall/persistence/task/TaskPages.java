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
 * Pages of tasks that end early where inputs and outputs are large: two hundred tasks may hold more than a process has
 * room for.
 */
public final class TaskPages {
    /** How much of inputs and outputs comes before the last task of a page, in bytes. */
    public static final int MOST = 8 << 20;

    private TaskPages() {}

    /**
     * The part of a list that is a page, and of how many it is a part.
     *
     * @param list reads one task more than a page has, latest identifier first
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
