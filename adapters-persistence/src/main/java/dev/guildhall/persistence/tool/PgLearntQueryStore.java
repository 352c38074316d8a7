package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.memory.MemoryRows;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.tool.LearntQuery;
import dev.guildhall.ports.tool.LearntQueryStore;
import dev.guildhall.ports.tool.LearntQueryStore.Bounds;
import dev.guildhall.ports.tool.LearntTool;
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
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;

public final class PgLearntQueryStore implements LearntQueryStore {
    private static final String NEWEST_FIRST = " ORDER BY learnt_at DESC, query COLLATE \"C\" DESC";

    private static final String UPSERT = """
        INSERT INTO learnt_queries (user_id, tool_name, query, learnt_at, embedding, embedding_model)
        VALUES (:userId, :toolName, :query, :learntAt, :embedding, :model)
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
    private static final String WITHOUT_MEANING = """
        SELECT * FROM learnt_queries
        WHERE embedding_model IS NULL OR embedding_model < :model OR embedding_model > :model LIMIT :most
        """;

    private static final RowMapper<LearntQuery> LEARNT = ConstructorMapper.of(LearntQuery.class);

    private final Db db;

    public PgLearntQueryStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(LearntQuery learnt, Optional<TextEmbedding> meaning, Bounds bounds) {
        UserId userId = learnt.userId();
        change(userId, handle -> {
            MemoryRows.bind(handle.createUpdate(UPSERT), meaning)
                    .bindMethods(learnt)
                    .execute();
            trim(userId, learnt.toolName(), bounds.ofTool());
            if (count(userId) > bounds.ofUser()) {
                shrinkLargest(userId);
            }
        });
    }

    private int count(UserId userId) {
        return db.find(
                        "SELECT count(*) FROM learnt_queries WHERE user_id = :userId",
                        Map.of("userId", userId),
                        (row, _) -> row.getInt(1))
                .orElseThrow();
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
    public List<LearntTool> changedSince(UserId userId, long revision, int most) {
        Map<ToolName, LearntTool> changed = new LinkedHashMap<>();
        db.list(CHANGED, Map.of("userId", userId, "revision", revision, "most", most), PgLearntQueryStore::tool)
                .forEach(row -> changed.merge(row.toolName(), row, PgLearntQueryStore::joined));
        return List.copyOf(changed.values());
    }

    /** A row has one query of a tool, or none when all queries of the tool were deleted. */
    private static LearntTool tool(ResultSet row, StatementContext context) throws SQLException {
        List<LearntTool.Known> queries = row.getString("query") == null
                ? List.of()
                : List.of(new LearntTool.Known(LEARNT.map(row, context), MemoryRows.meaning(row)));
        return new LearntTool(new ToolName(row.getString("tool_name")), row.getLong("revision"), queries);
    }

    private static LearntTool joined(LearntTool first, LearntTool second) {
        List<LearntTool.Known> queries = new ArrayList<>(first.queries());
        queries.addAll(second.queries());
        return new LearntTool(first.toolName(), first.revision(), queries);
    }

    @Override
    public List<LearntQuery> ofTool(UserId userId, ToolName tool) {
        String sql = "SELECT * FROM learnt_queries WHERE user_id = :userId AND tool_name = :tool" + NEWEST_FIRST;
        return db.list(sql, Map.of("userId", userId, "tool", tool), LEARNT);
    }

    @Override
    public void forget(UserId userId, ToolName tool) {
        change(userId, _ -> trim(userId, tool, 0));
    }

    @Override
    public List<LearntQuery> withoutMeaning(String model, int most) {
        return db.list(WITHOUT_MEANING, Map.of("model", model, "most", most), LEARNT);
    }

    @Override
    public void putMeaning(LearntQuery learnt, TextEmbedding meaning) {
        String sql = """
            UPDATE learnt_queries SET embedding = :embedding, embedding_model = :model
            WHERE user_id = :userId AND tool_name = :toolName AND md5(query) = md5(:query)
            """;
        change(learnt.userId(), handle -> {
            Update update = handle.createUpdate(sql).bindMethods(learnt);
            if (MemoryRows.bind(update, Optional.of(meaning)).execute() > 0) {
                touch(learnt.userId(), learnt.toolName());
            }
        });
    }
}
