package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionId;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ExecutionStore;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

public final class PgExecutionStore implements ExecutionStore {
    private static final String RUNNING = new ExecutionState.Running().wireName();

    private final Db db;
    private final SecretBox box;

    public PgExecutionStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    /** The purpose for which the parameters of an execution are encrypted. */
    public static String purpose(String... key) {
        return "execution:" + String.join(":", key) + ":parameters";
    }

    /**
     * The purpose for which the digest of the parameters is encrypted. When few values are possible, an unencrypted
     * digest reveals which one it is.
     */
    public static String digestPurpose(String... key) {
        return "execution:" + String.join(":", key) + ":digest";
    }

    /** The purpose for which the message of a failure is encrypted, because it may quote parameters. */
    public static String failurePurpose(String... id) {
        return "execution:" + id[0] + ":failure";
    }

    @Override
    public void add(Execution execution, Optional<NodeId> node) {
        String sql = """
            INSERT INTO tool_executions
                (id, tool_id, tool_name, user_id, agent_id, task_id, sealed_parameters, sealed_parameters_digest,
                started_at, status, node)
            SELECT :id, :toolId, :toolName, :userId, :agentId, :taskId, :parameters, :digest, :startedAt,
                :running, :node
            WHERE EXISTS (SELECT FROM accounts WHERE id = :userId)
            """;
        String id = execution.id().value();
        String userId = execution.userId().value();
        Map<String, ?> values = Map.of(
                "parameters",
                box.seal(StoredJson.write(execution.parameters()), purpose(userId, id)),
                "digest",
                box.seal(execution.parametersDigest(), digestPurpose(userId, id)),
                "running",
                RUNNING,
                "node",
                node);
        db.update(sql, values, execution, execution.context());
    }

    @Override
    public void remove(ExecutionId id) {
        db.update("DELETE FROM tool_executions WHERE id = :id", Map.of("id", id));
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        return db.find("SELECT * FROM tool_executions WHERE id = :id", Map.of("id", id), this::execution);
    }

    @Override
    public boolean end(ExecutionId id, ExecutionState.Ended ended) {
        String sql = """
            UPDATE tool_executions
            SET status = :status, failure_kind = :kind, sealed_failure_message = :message, duration_ms = :durationMs
            WHERE id = :id AND status = :running
            """;
        Optional<ToolOutcome.Failure> failure =
                ended.outcome() instanceof ToolOutcome.Failure failed ? Optional.of(failed) : Optional.empty();
        Map<String, ?> values = Map.of(
                "id", id,
                "status", ended.wireName(),
                "kind", failure.map(ToolOutcome.Failure::kind),
                "message", failure.map(failed -> box.seal(failed.message(), failurePurpose(id.value()))),
                "durationMs", ended.duration().toMillis(),
                "running", RUNNING);
        return db.update(sql, values) == 1;
    }

    @Override
    public Page<Execution> ofTool(ToolId toolId, UserId userId, PageRequest page) {
        String sql = """
            SELECT * FROM tool_executions
            WHERE user_id = :userId AND tool_id = :toolId AND status <> :running
                AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        return Page.cut(
                db.oneMore(sql, Map.of("userId", userId, "toolId", toolId, "running", RUNNING), page, this::execution),
                page.limit(),
                Execution::id);
    }

    @Override
    public int endAbandoned(Instant startedBefore, Instant now) {
        String sql = """
            UPDATE tool_executions e
            SET status = 'failed', failure_kind = :kind,
                duration_ms = CAST(extract(epoch FROM CAST(:now AS timestamptz) - started_at) * 1000 AS bigint)
            WHERE status = :running AND CASE
                WHEN node IS NULL THEN started_at < :startedBefore
                ELSE NOT EXISTS (
                    SELECT FROM task_nodes n WHERE n.id = e.node AND n.lease_until > statement_timestamp())
                END
            """;
        Map<String, ?> values = Map.of(
                "kind", ExecutionState.OUTCOME_UNKNOWN.kind(),
                "now", now,
                "startedBefore", startedBefore,
                "running", RUNNING);
        return db.update(sql, values);
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM tool_executions WHERE id = ANY(ARRAY(
                SELECT id FROM tool_executions WHERE started_at < :before LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    private Execution execution(ResultSet row, StatementContext context) throws SQLException {
        String id = row.getString("id");
        String userId = row.getString("user_id");
        return new Execution(
                new ExecutionId(id),
                new ToolId(row.getString("tool_id")),
                new ToolName(row.getString("tool_name")),
                new UserId(userId),
                new ExecutionContext(Rows.optionalText(row, "agent_id"), Rows.optionalText(row, "task_id")),
                StoredJson.readObject(box.open(row.getString("sealed_parameters"), purpose(userId, id))),
                box.open(row.getString("sealed_parameters_digest"), digestPurpose(userId, id)),
                Rows.instant(row, "started_at"),
                row.getString("status").equals(RUNNING)
                        ? new ExecutionState.Running()
                        : new ExecutionState.Ended(outcome(row), Duration.ofMillis(row.getLong("duration_ms"))));
    }

    private ToolOutcome outcome(ResultSet row) throws SQLException {
        Optional<FailureKind> kind = Rows.optionalText(row, "failure_kind")
                .map(name -> FailureKind.fromWire(name).orElse(FailureKind.FAILED));
        String id = row.getString("id");
        // When a node failed, another node wrote the outcome of its execution without a message.
        String message = Rows.optionalText(row, "sealed_failure_message")
                .map(envelope -> box.open(envelope, failurePurpose(id)))
                .orElseGet(ExecutionState.OUTCOME_UNKNOWN::message);
        return kind.<ToolOutcome>map(known -> new ToolOutcome.Failure(known, message))
                .orElseGet(() -> new ToolOutcome.Success(Map.of()));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("tool_executions", "user_id").removed();
    }
}
