package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.memory.MemoryRows;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.LearnedQueryStore.Bounds;
import dev.guildhall.ports.tool.LearnedTool;
import dev.guildhall.ports.tool.ToolName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;

public final class PgLearnedQueryStore implements LearnedQueryStore {
    private static final String NEWEST_FIRST = " ORDER BY learnt_at DESC, query COLLATE \"C\" DESC";

    private static final String UPSERT = """
        INSERT INTO learnt_queries (user_id, tool_name, query, learnt_at, embedding, embedding_model)
        VALUES (:userId, :toolName, :query, :learnedAt, :embedding, :model)
        ON CONFLICT (user_id, tool_name, md5(query)) DO UPDATE SET learnt_at = excluded.learnt_at,
            embedding = coalesce(excluded.embedding, learnt_queries.embedding),
            embedding_model = coalesce(excluded.embedding_model, learnt_queries.embedding_model)
        """;

    /** Deletes the oldest queries of a tool, so that a given number is left. */
    private static final String TRIM = """
        DELETE FROM learnt_queries WHERE user_id = :userId AND tool_name = :tool AND query IN (
            SELECT query FROM learnt_queries WHERE user_id = :userId AND tool_name = :tool
        """ + NEWEST_FIRST + " OFFSET :most)";

    private static final String LARGEST = """
        SELECT tool_name, count(*) AS queries FROM learnt_queries WHERE user_id = :userId
        GROUP BY tool_name ORDER BY count(*) DESC, min(learnt_at) LIMIT 1
        """;

    private static final String CHANGED = """
        SELECT :userId AS user_id, changed.tool_name, changed.revision, query, learnt_at, embedding, embedding_model
        FROM (
            SELECT tool_name, revision FROM learnt_tools WHERE user_id = :userId AND revision > :revision
            ORDER BY revision LIMIT :most
        ) changed
        LEFT JOIN learnt_queries kept ON kept.user_id = :userId AND kept.tool_name = changed.tool_name
        ORDER BY revision, learnt_at DESC, query COLLATE "C" DESC
        """;

    private static final String TOUCH = """
        INSERT INTO learnt_tools (user_id, tool_name, revision)
        SELECT :userId, :tool, coalesce(max(revision), 0) + 1 FROM learnt_tools WHERE user_id = :userId
        ON CONFLICT (user_id, tool_name) DO UPDATE SET revision = excluded.revision
        """;

    /** The three conditions are ranges of the index; IS DISTINCT FROM would read the whole table. */
    private static final String WITHOUT_EMBEDDING = """
        SELECT * FROM learnt_queries
        WHERE embedding_model IS NULL OR embedding_model < :model OR embedding_model > :model LIMIT :most
        """;

    private static final RowMapper<LearnedQuery> LEARNED = (row, _) -> new LearnedQuery(
            new UserId(row.getString("user_id")),
            new ToolName(row.getString("tool_name")),
            row.getString("query"),
            Rows.instant(row, "learnt_at"));

    private final Db db;

    public PgLearnedQueryStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(LearnedQuery learned, Optional<TextEmbedding> embedding, Bounds bounds) {
        UserId userId = learned.userId();
        change(userId, handle -> {
            MemoryRows.bind(handle.createUpdate(UPSERT), embedding)
                    .bindMethods(learned)
                    .execute();
            trim(userId, learned.toolName(), bounds.ofTool());
            if (count(userId) > bounds.ofUser()) {
                shrinkLargest(userId);
            }
        });
    }

    private int count(UserId userId) {
        return db.one(
                "SELECT count(*) FROM learnt_queries WHERE user_id = :userId", Map.of("userId", userId), Integer.class);
    }

    private void shrinkLargest(UserId userId) {
        db.find(
                        LARGEST,
                        Map.of("userId", userId),
                        (row, _) -> Map.entry(new ToolName(row.getString("tool_name")), row.getInt("queries")))
                .ifPresent(largest -> trim(userId, largest.getKey(), largest.getValue() - 1));
    }

    private void trim(UserId userId, ToolName tool, int most) {
        db.update(TRIM, Map.of("userId", userId, "tool", tool, "most", most));
        touch(userId, tool);
    }

    private void touch(UserId userId, ToolName tool) {
        db.update(TOUCH, Map.of("userId", userId, "tool", tool));
    }

    /**
     * Changes the queries of a user. Changes of one user's queries run one after the other; without an account nothing
     * is changed.
     */
    private void change(UserId userId, Consumer<Handle> change) {
        db.atomically(handle -> {
            boolean exists =
                    db.exists("SELECT 1 FROM accounts WHERE id = :userId FOR NO KEY UPDATE", Map.of("userId", userId));
            if (exists) {
                change.accept(handle);
            }
            return exists;
        });
    }

    @Override
    public List<LearnedTool> changedSince(UserId userId, long revision, int most) {
        Map<ToolName, LearnedTool> changed = new LinkedHashMap<>();
        db.list(CHANGED, Map.of("userId", userId, "revision", revision, "most", most), PgLearnedQueryStore::tool)
                .forEach(row -> changed.merge(row.toolName(), row, PgLearnedQueryStore::joined));
        return List.copyOf(changed.values());
    }

    /** A row has one query of a tool, or none when all queries of the tool were deleted. */
    private static LearnedTool tool(ResultSet row, StatementContext context) throws SQLException {
        List<LearnedTool.Known> queries = row.getString("query") == null
                ? List.of()
                : List.of(new LearnedTool.Known(LEARNED.map(row, context), MemoryRows.textEmbedding(row)));
        return new LearnedTool(new ToolName(row.getString("tool_name")), row.getLong("revision"), queries);
    }

    private static LearnedTool joined(LearnedTool first, LearnedTool second) {
        List<LearnedTool.Known> queries = new ArrayList<>(first.queries());
        queries.addAll(second.queries());
        return new LearnedTool(first.toolName(), first.revision(), queries);
    }

    @Override
    public List<LearnedQuery> ofTool(UserId userId, ToolName tool) {
        String sql = "SELECT * FROM learnt_queries WHERE user_id = :userId AND tool_name = :tool" + NEWEST_FIRST;
        return db.list(sql, Map.of("userId", userId, "tool", tool), LEARNED);
    }

    @Override
    public void forget(UserId userId, ToolName tool) {
        change(userId, _ -> trim(userId, tool, 0));
    }

    @Override
    public List<LearnedQuery> withoutEmbedding(String model, int most) {
        return db.list(WITHOUT_EMBEDDING, Map.of("model", model, "most", most), LEARNED);
    }

    @Override
    public void putEmbedding(LearnedQuery learned, TextEmbedding embedding) {
        String sql = """
            UPDATE learnt_queries SET embedding = :embedding, embedding_model = :model
            WHERE user_id = :userId AND tool_name = :toolName AND md5(query) = md5(:query)
            """;
        change(learned.userId(), handle -> {
            Update update = handle.createUpdate(sql).bindMethods(learned);
            if (MemoryRows.bind(update, Optional.of(embedding)).execute() > 0) {
                touch(learned.userId(), learned.toolName());
            }
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("learnt_queries", "user_id")
                .from("learnt_tools", "user_id")
                .removed();
    }
}
