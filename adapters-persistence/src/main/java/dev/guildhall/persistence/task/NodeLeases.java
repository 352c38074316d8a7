package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.task.NodeDetails;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** The leases of nodes, and the tasks that nodes with a lease own. */
final class NodeLeases {
    private static final String RENEW = """
        INSERT INTO task_nodes (id, heard_at, lease_until)
        VALUES (:node, statement_timestamp(), statement_timestamp() + :micros * interval '1 microsecond')
        ON CONFLICT (id) DO UPDATE SET heard_at = excluded.heard_at, lease_until = excluded.lease_until
        WHERE task_nodes.lease_until > statement_timestamp()
        """;

    private static final String HELD = """
        SELECT q.*, n.heard_at AS node_heard_at FROM task_queue q JOIN task_nodes n ON n.id = q.holder
        WHERE q.state IN (3, 4) AND q.state = 3 AND q.holder = :node AND n.lease_until > statement_timestamp()
        ORDER BY q.place
        """;

    static final String LOST = """
        SELECT g.id
        FROM unnest(:ids, :fences) AS g (id, fence)
        WHERE NOT EXISTS (
            SELECT FROM task_queue t JOIN task_nodes n ON n.id = t.holder
            WHERE t.%s AND t.fence = g.fence AND t.holder = :node AND t.state + 0 = 3
                AND n.lease_until > statement_timestamp())
        """.formatted(TaskRows.IS_GIVEN);

    private static final String NODES = """
        SELECT n.*, (SELECT count(*) FROM task_queue q
            WHERE q.state IN (3, 4) AND q.state = 3 AND q.holder = n.id) AS tasks_running
        FROM task_nodes n WHERE n.lease_until > statement_timestamp()
        """;

    private final Db db;

    NodeLeases(Db db) {
        this.db = db;
    }

    boolean renew(NodeId node, Duration lease) {
        return db.update(RENEW, Map.of("node", node, "micros", TaskRows.micros(lease))) == 1;
    }

    void describe(NodeId node, NodeDescription description) {
        String sql =
                "UPDATE task_nodes SET started_at = :startedAt, version = :version, services = :services WHERE id ="
                        + " :node";
        db.update(sql, Map.of("node", node), description);
    }

    List<NodeDetails> nodes() {
        return db.list(NODES, Map.of(), NodeLeases::details);
    }

    private static NodeDetails details(ResultSet row, StatementContext context) throws SQLException {
        Optional<Instant> startedAt = Rows.optionalInstant(row, "started_at");
        Optional<NodeDescription> description = startedAt.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new NodeDescription(startedAt.get(), row.getString("version"), Rows.texts(row, "services")));
        return new NodeDetails(
                new NodeId(row.getString("id")),
                Rows.instant(row, "heard_at"),
                description,
                row.getInt("tasks_running"));
    }

    void leave(NodeId node) {
        String sql = "UPDATE task_nodes SET lease_until = statement_timestamp()"
                + " WHERE id = :node AND lease_until > statement_timestamp()";
        db.update(sql, Map.of("node", node));
    }

    List<Task> held(NodeId node) {
        UnreadableTasks unreadable = new UnreadableTasks();
        List<Task> held = db.list(HELD, Map.of("node", node), (row, _) -> unreadable.read(row)).stream()
                .flatMap(Optional::stream)
                .toList();
        unreadable.end(db);
        return held;
    }

    List<TaskId> lost(NodeId node, Map<TaskId, Integer> fences) {
        List<Map.Entry<TaskId, Integer>> held = List.copyOf(fences.entrySet());
        return db.list(
                LOST,
                Map.of(
                        "node",
                        node,
                        "ids",
                        held.stream().map(one -> one.getKey().value()).toArray(String[]::new),
                        "fences",
                        held.stream().map(Map.Entry::getValue).toArray(Integer[]::new)),
                TaskId.class);
    }
}
