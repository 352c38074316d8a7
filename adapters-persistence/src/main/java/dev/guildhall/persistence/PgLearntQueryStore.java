package dev.guildhall.persistence;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.LearntQuery;
import dev.guildhall.ports.tool.LearntQueryStore;
import dev.guildhall.ports.tool.ToolName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.statement.StatementContext;

/** Queries that led to executions, in PostgreSQL. Thread-safe. */
final class PgLearntQueryStore implements LearntQueryStore {
    private static final String NEWEST_FIRST = " ORDER BY learnt_at DESC, query COLLATE \"C\" DESC";

    private final Db db;

    PgLearntQueryStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(LearntQuery learnt, int mostOfTool) {
        String upsert = """
            INSERT INTO learnt_queries (user_id, tool_name, query, learnt_at)
            SELECT :userId, :tool, :query, :learntAt WHERE EXISTS (SELECT FROM users WHERE id = :userId)
            ON CONFLICT (user_id, tool_name, md5(query)) DO UPDATE SET learnt_at = excluded.learnt_at
            """;
        String forget = """
            DELETE FROM learnt_queries WHERE (user_id, tool_name, query) IN (
                SELECT user_id, tool_name, query FROM learnt_queries WHERE user_id = :userId AND tool_name = :tool
            """ + NEWEST_FIRST + " OFFSET :most)";
        db.atomically(handle -> {
            handle.createUpdate(upsert)
                    .bind("userId", learnt.userId().value())
                    .bind("tool", learnt.toolName().value())
                    .bind("query", learnt.query())
                    .bind("learntAt", learnt.learntAt())
                    .execute();
            return handle.createUpdate(forget)
                    .bind("userId", learnt.userId().value())
                    .bind("tool", learnt.toolName().value())
                    .bind("most", mostOfTool)
                    .execute();
        });
    }

    @Override
    public List<LearntQuery> ofUser(UserId userId, int most) {
        String sql = "SELECT * FROM learnt_queries WHERE user_id = :userId" + NEWEST_FIRST + " LIMIT :most";
        return db.with(handle -> handle.createQuery(sql)
                .bind("userId", userId.value())
                .bind("most", most)
                .map(PgLearntQueryStore::learnt)
                .list());
    }

    @Override
    public List<LearntQuery> ofTool(UserId userId, ToolName tool) {
        String sql = "SELECT * FROM learnt_queries WHERE user_id = :userId AND tool_name = :tool" + NEWEST_FIRST;
        return db.with(handle -> handle.createQuery(sql)
                .bind("userId", userId.value())
                .bind("tool", tool.value())
                .map(PgLearntQueryStore::learnt)
                .list());
    }

    @Override
    public void forget(UserId userId, ToolName tool) {
        String sql = "DELETE FROM learnt_queries WHERE user_id = :userId AND tool_name = :tool";
        db.with(handle -> handle.createUpdate(sql)
                .bind("userId", userId.value())
                .bind("tool", tool.value())
                .execute());
    }

    private static LearntQuery learnt(ResultSet row, StatementContext context) throws SQLException {
        return new LearntQuery(
                new UserId(row.getString("user_id")),
                new ToolName(row.getString("tool_name")),
                row.getString("query"),
                Rows.instant(row, "learnt_at"));
    }
}
