package dev.guildhall.persistence;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.Execution;
import dev.guildhall.ports.tool.ExecutionContext;
import dev.guildhall.ports.tool.ExecutionId;
import dev.guildhall.ports.tool.ExecutionState;
import dev.guildhall.ports.tool.ExecutionStore;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.StatementContext;

/** What was executed, in PostgreSQL. Thread-safe. */
final class PgExecutionStore implements ExecutionStore {
    private static final String RUNNING = new ExecutionState.Running().wireName();

    private static final int ROWS_AT_ONCE = 500;

    private final Db db;
    private final SecretBox box;

    PgExecutionStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    /** What the parameters of an execution are sealed for. */
    static String purpose(String userId, String id) {
        return "execution:" + userId + ":" + id + ":parameters";
    }

    /** Seals the parameters that a version without {@code sealed_parameters} has left in clear, in bounded transactions. */
    void sealRemaining() {
        while (sealSome() == ROWS_AT_ONCE) {
            // The next ones.
        }
    }

    private record Unsealed(String id, String userId, String parameters) {}

    private int sealSome() {
        String clear = """
            SELECT id, user_id, parameters FROM tool_executions WHERE parameters IS NOT NULL
            LIMIT :most FOR UPDATE SKIP LOCKED
            """;
        String seal = "UPDATE tool_executions SET sealed_parameters = :sealed, parameters = NULL WHERE id = :id";
        return db.atomically(handle -> {
            PreparedBatch batch = handle.prepareBatch(seal);
            handle.createQuery(clear)
                    .bind("most", ROWS_AT_ONCE)
                    .map((row, _) ->
                            new Unsealed(row.getString("id"), row.getString("user_id"), row.getString("parameters")))
                    .forEach(row -> batch.bind("id", row.id())
                            .bind("sealed", box.seal(row.parameters(), purpose(row.userId(), row.id())))
                            .add());
            return batch.execute().length;
        });
    }

    @Override
    public void add(Execution execution, Optional<NodeId> node) {
        String sql = """
            INSERT INTO tool_executions
                (id, tool_id, tool_name, user_id, agent_id, task_id, sealed_parameters, parameters_digest, started_at, status,
                node)
            SELECT :id, :toolId, :toolName, :userId, :agentId, :taskId, :parameters, :digest, :startedAt,
                :running, :node
            WHERE EXISTS (SELECT FROM users WHERE id = :userId)
            """;
        db.with(handle -> handle.createUpdate(sql)
                .bind("id", execution.id().value())
                .bind("toolId", execution.toolId().value())
                .bind("toolName", execution.toolName().value())
                .bind("userId", execution.userId().value())
                .bind("agentId", execution.context().agentId())
                .bind("taskId", execution.context().taskId())
                .bind(
                        "parameters",
                        box.seal(
                                StoredJson.write(execution.parameters()),
                                purpose(
                                        execution.userId().value(),
                                        execution.id().value())))
                .bind("digest", execution.parametersDigest())
                .bind("startedAt", execution.startedAt())
                .bind("running", RUNNING)
                .bind("node", node.map(NodeId::value))
                .execute());
    }

    @Override
    public void remove(ExecutionId id) {
        db.with(handle -> handle.createUpdate("DELETE FROM tool_executions WHERE id = :id")
                .bind("id", id.value())
                .execute());
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        return db.with(handle -> handle.createQuery("SELECT * FROM tool_executions WHERE id = :id")
                .bind("id", id.value())
                .map(this::execution)
                .findOne());
    }

    @Override
    public boolean end(ExecutionId id, ExecutionState.Ended ended) {
        String sql = """
            UPDATE tool_executions
            SET status = :status, failure_kind = :kind, failure_message = :message, duration_ms = :durationMs
            WHERE id = :id AND status = :running
            """;
        Optional<ToolOutcome.Failure> failure =
                ended.outcome() instanceof ToolOutcome.Failure failed ? Optional.of(failed) : Optional.empty();
        return db.with(handle -> handle.createUpdate(sql)
                        .bind("id", id.value())
                        .bind("status", ended.wireName())
                        .bind("kind", failure.map(failed -> failed.kind().wireName()))
                        // It may be the word of an outside system, and no text column takes a NUL.
                        .bind(
                                "message",
                                failure.map(ToolOutcome.Failure::message).map(Text::repaired))
                        .bind("durationMs", ended.duration().toMillis())
                        .bind("running", RUNNING)
                        .execute())
                == 1;
    }

    @Override
    public Page<Execution> ofTool(ToolId toolId, UserId userId, PageRequest page) {
        String sql = """
            SELECT * FROM tool_executions
            WHERE user_id = :userId AND tool_id = :toolId AND status <> :running
                AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        List<Execution> oneMore = db.with(handle -> handle.createQuery(sql)
                .bind("userId", userId.value())
                .bind("toolId", toolId.value())
                .bind("running", RUNNING)
                .bind("behind", page.cursor().map(Cursor::lastId))
                .bind("oneMore", page.limit().value() + 1)
                .map(this::execution)
                .list());
        return Page.cut(oneMore, page.limit(), Execution::id);
    }

    @Override
    public int endAbandoned(Instant startedBefore, Instant now) {
        String sql = """
            UPDATE tool_executions e
            SET status = 'failed', failure_kind = :kind, failure_message = :message,
                duration_ms = CAST(extract(epoch FROM CAST(:now AS timestamptz) - started_at) * 1000 AS bigint)
            WHERE status = :running AND CASE
                WHEN node IS NULL THEN started_at < :startedBefore
                ELSE NOT EXISTS (
                    SELECT FROM task_nodes n WHERE n.id = e.node AND n.lease_until > statement_timestamp())
                END
            """;
        return db.with(handle -> handle.createUpdate(sql)
                .bind("kind", ExecutionState.OUTCOME_UNKNOWN.kind().wireName())
                .bind("message", ExecutionState.OUTCOME_UNKNOWN.message())
                .bind("now", now)
                .bind("startedBefore", startedBefore)
                .bind("running", RUNNING)
                .execute());
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM tool_executions WHERE id IN (
                SELECT id FROM tool_executions WHERE started_at < :before LIMIT :most FOR UPDATE SKIP LOCKED)
            """;
        return db.with(handle -> handle.createUpdate(sql)
                .bind("before", before)
                .bind("most", most)
                .execute());
    }

    private Execution execution(ResultSet row, StatementContext context) throws SQLException {
        return new Execution(
                new ExecutionId(row.getString("id")),
                new ToolId(row.getString("tool_id")),
                new ToolName(row.getString("tool_name")),
                new UserId(row.getString("user_id")),
                new ExecutionContext(Rows.optionalText(row, "agent_id"), Rows.optionalText(row, "task_id")),
                StoredJson.readObject(box.open(
                        row.getString("sealed_parameters"), purpose(row.getString("user_id"), row.getString("id")))),
                row.getString("parameters_digest"),
                Rows.instant(row, "started_at"),
                row.getString("status").equals(RUNNING)
                        ? new ExecutionState.Running()
                        : new ExecutionState.Ended(outcome(row), Duration.ofMillis(row.getLong("duration_ms"))));
    }

    private static ToolOutcome outcome(ResultSet row) throws SQLException {
        Optional<FailureKind> kind = Rows.optionalText(row, "failure_kind")
                .map(name -> FailureKind.fromWire(name).orElse(FailureKind.FAILED));
        String message = Rows.optionalText(row, "failure_message").orElse("");
        return kind.<ToolOutcome>map(known -> new ToolOutcome.Failure(known, message))
                .orElseGet(() -> new ToolOutcome.Success(Map.of()));
    }
}
