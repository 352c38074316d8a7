package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of a result that are no tasks, for example because another program has written them: each of them fails, and
 * the others are read. Not thread-safe.
 */
final class UnreadableTasks {
    private static final Logger LOG = System.getLogger(UnreadableTasks.class.getName());

    private static final TaskError ERROR =
            new TaskError("INTERNAL_ERROR", "the task as it was stored cannot be read", ErrorKind.INTERNAL);

    /** What cannot be read is replaced, so that the ended task can be. */
    private static final String END = """
        WITH taken AS (
            DELETE FROM task_queue WHERE id = ANY(:ids) RETURNING *
        ), gone AS (
            SELECT t.id, t.owner, t.profile_id, t.key_id, t.counts_for,
                CASE WHEN t.type ~ '^[a-z0-9][a-z0-9._-]{0,63}$' THEN t.type ELSE 'unreadable' END AS type,
                least(greatest(t.priority, 0), 100) AS priority, CAST(NULL AS text) AS tools, '{}' AS input, t.part,
                t.created_at, t.expires_at, CAST(NULL AS text) AS retry, CAST(NULL AS timestamptz) AS start_at, CAST(NULL AS text) AS options,
                t.attempts, t.fence, t.started_at, CAST(NULL AS text) AS past, t.since
            FROM taken t
        )
        """ + TaskRows.PUBLISH.formatted("6") + TaskRows.END.formatted("6", ":error");

    private final List<String> ids = new ArrayList<>();

    /** Reads a row; empty when it is no task. */
    Optional<Task> read(ResultSet row) throws SQLException {
        try {
            return Optional.of(TaskRows.read(row));
        } catch (RuntimeException unreadable) {
            String id = row.getString("id");
            LOG.log(Level.ERROR, "task " + id + " cannot be read and fails", unreadable);
            ids.add(id);
            return Optional.empty();
        }
    }

    /** Ends the rows that could not be read. */
    void end(Db db) {
        if (!ids.isEmpty()) {
            db.update(END, Map.of("ids", ids, "error", TaskRows.error(ERROR)));
        }
    }
}
