package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.memory.EmbeddingBytes;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Total;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.tool.IndexedTool;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolFilter;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolPage;
import dev.guildhall.ports.tool.ToolRevisions;
import dev.guildhall.ports.tool.ToolStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;

public final class PgToolStore implements ToolStore {
    private static final Logger LOG = System.getLogger(PgToolStore.class.getName());

    /**
     * The longest duration of a transaction that writes a tool: other nodes would miss the change of a longer one. Such
     * a transaction takes milliseconds.
     */
    private static final String OVERLAP = "10 seconds";

    /** How many rows are read for an index at once. */
    private static final int CHUNK = 500;

    private static final String INSERT = """
        INSERT INTO tools (id, registrant, counts_for, name, version, version_key, integration, description, search_text, parameters, imported,
            input_schema, declared, required_scopes, visibility, source, status, created_at, deprecated_at, deprecated_by)
        VALUES (:id, :registrant, %s, :name, :version, :versionKey,
            :integration, :description, :searchText, CAST(:parameters AS json), :isImported, CAST(:inputSchema AS json), CAST(:declaredJson AS json), :requiredScopes, :visibility, :source, :status,
            :createdAt, :deprecatedAt, :deprecatedBy)
        ON CONFLICT (coalesce(registrant, ''), name, version) DO NOTHING
        """.formatted(Rows.COUNTS_FOR);

    private static final String SAME_REGISTRANT = "coalesce(later.registrant, '') = coalesce(tools.registrant, '')";

    private static final String COUNTED = """
        FROM (
            SELECT * FROM tools WHERE registrant = :user AND counts_for IS NULL
            UNION ALL
            SELECT * FROM tools WHERE counts_for = :user) AS counted
        """;

    /** Three ranges of an index: of the tools without any embedding, and of those with embeddings of other models. */
    static final String WITHOUT_EMBEDDING = """
        (SELECT * FROM tools WHERE status = 'active' AND embedding_model IS NULL ORDER BY id LIMIT :most)
        UNION ALL
        (SELECT * FROM tools WHERE status = 'active' AND embedding_model < :model
        ORDER BY embedding_model, id LIMIT :most)
        UNION ALL
        (SELECT * FROM tools WHERE status = 'active' AND embedding_model > :model
        ORDER BY embedding_model, id LIMIT :most)
        LIMIT :most
        """;

    private final Db db;

    public PgToolStore(Db db) {
        this.db = db;
    }

    @Override
    public Tool add(Tool tool, Optional<UserId> countsFor) {
        return db.atomically(handle -> {
            int added = ToolRows.bind(handle.createUpdate(INSERT), tool)
                    .bind("countsFor", countsFor.map(UserId::value))
                    .execute();
            return added == 1 ? tool : withVersionOf(handle, tool);
        });
    }

    private static Tool withVersionOf(Handle handle, Tool tool) {
        String sql = """
            SELECT * FROM tools
            WHERE coalesce(registrant, '') = coalesce(CAST(:registrant AS text), '')
                AND name = :name AND version = :version
            """;
        return handle.createQuery(sql)
                .bindMethods(tool)
                .bindMethods(tool.definition())
                .map(ToolRows::tool)
                .one();
    }

    @Override
    public void changeStatus(Tool tool) {
        String sql = """
            UPDATE tools SET status = :status, visibility = :visibility, deprecated_at = :deprecatedAt,
                deprecated_by = :deprecatedBy, declared = CAST(:declaredJson AS json), changed_at = clock_timestamp()
            WHERE id = :id
            """;
        Map<String, ?> deprecation = Map.of(
                "deprecatedAt", tool.deprecation().map(Tool.Deprecation::at),
                "deprecatedBy", tool.deprecation().flatMap(Tool.Deprecation::by),
                "declaredJson", ToolRows.declared(tool.definition()));
        db.update(sql, deprecation, tool);
    }

    @Override
    public Optional<Tool> find(ToolId id) {
        return db.find("SELECT * FROM tools WHERE id = :id", Map.of("id", id), ToolRows::tool);
    }

    @Override
    public Map<ToolId, Tool> findAll(Collection<ToolId> ids) {
        return byIds(ids, ToolRows::tool).stream().collect(Collectors.toMap(Tool::id, Function.identity()));
    }

    @Override
    public List<Tool> ofName(Optional<UserId> registrant, ToolName name) {
        String sql = """
            SELECT * FROM tools
            WHERE coalesce(registrant, '') = coalesce(CAST(:registrant AS text), '') AND name = :name
            ORDER BY id DESC
            """;
        return db.list(sql, Map.of("registrant", registrant, "name", name), ToolRows::tool);
    }

    @Override
    public List<Tool> imported(Integration.Key integration) {
        String sql = "SELECT * FROM tools WHERE " + offeredBy(integration) + " ORDER BY id DESC";
        return db.list(sql, Map.of("owner", integration.owner(), "name", integration.name()), ToolRows::tool);
    }

    private static String offeredBy(Integration.Key integration) {
        String whose = integration.owner().isPresent() ? "registrant = :owner AND imported" : "registrant IS NULL";
        return whose + " AND integration = :name";
    }

    @Override
    public void deprecateAll(Integration.Key integration, Tool.Deprecation end) {
        String sql = """
            UPDATE tools SET status = 'deprecated', deprecated_at = :at, deprecated_by = :by, changed_at = clock_timestamp()
            WHERE status <> 'deprecated' AND
            """ + offeredBy(integration);
        db.update(
                sql, Map.of("owner", integration.owner(), "name", integration.name(), "at", end.at(), "by", end.by()));
    }

    @Override
    public int countOf(UserId user) {
        return db.one("SELECT count(*) " + COUNTED, Map.of("user", user), Integer.class);
    }

    @Override
    public long bytesOf(UserId user) {
        String bytes = """
            SELECT coalesce(sum(octet_length(description) + octet_length(CAST(parameters AS text))
                + coalesce(octet_length(CAST(input_schema AS text)), 0)), 0)
            """;
        return db.one(bytes + COUNTED, Map.of("user", user), Long.class);
    }

    @Override
    public ToolPage list(
            ToolFilter filter, Optional<UserId> viewer, Collection<IntegrationName> integrations, PageRequest page) {
        Map<String, Object> parameters = new HashMap<>();
        String conditions = conditions(filter, integrations, parameters);
        viewer.ifPresent(user -> parameters.put("viewer", user));
        String matching = viewer.isEmpty() ? ofAll(filter, conditions) : ofViewer(filter, conditions);
        String sql = """
            WITH shown AS MATERIALIZED (%s), counted AS (SELECT count(*) AS total FROM shown)
            SELECT total, tools.* FROM counted LEFT JOIN (
                SELECT * FROM tools
                WHERE id IN (SELECT id FROM shown WHERE CAST(:behind AS text) IS NULL OR id < :behind
                    ORDER BY id DESC LIMIT :oneMore)) tools ON true
            ORDER BY id DESC
            """.formatted(matching);
        List<Listed> listed = db.oneMore(sql, parameters, page, PgToolStore::listed);
        List<Tool> oneMore = listed.stream().flatMap(row -> row.tool().stream()).toList();
        return new ToolPage(
                Page.cut(oneMore, page.limit(), Tool::id),
                Total.of(listed.getFirst().total()));
    }

    private static String conditions(
            ToolFilter filter, Collection<IntegrationName> integrations, Map<String, Object> parameters) {
        List<String> conditions = new ArrayList<>();
        conditions.add("status = :status AND (registrant IS NOT NULL OR integration = ANY(:integrations))");
        parameters.put("status", filter.status());
        parameters.put("integrations", integrations);
        filter.integration().ifPresent(integration -> {
            conditions.add("integration = :integration");
            parameters.put("integration", integration);
        });
        filter.text().ifPresent(text -> {
            conditions.add("position(:text IN search_text) > 0");
            parameters.put("text", text.toLowerCase(Locale.ROOT));
        });
        filter.allowed().ifPresent(allowed -> {
            conditions.add("(name = ANY(:names) OR split_part(name, '.', 1) = ANY(:allowedIntegrations))");
            parameters.put("names", allowed.names());
            parameters.put("allowedIntegrations", allowed.integrations());
        });
        return String.join(" AND ", conditions);
    }

    private static String ofAll(ToolFilter filter, String conditions) {
        return "SELECT id FROM tools WHERE " + conditions + latest(filter, SAME_REGISTRANT);
    }

    /** The viewer's own tools and those that others share are two ranges of indexes. */
    private static String ofViewer(ToolFilter filter, String conditions) {
        return """
            SELECT id FROM tools WHERE visibility = 'shared' AND registrant IS DISTINCT FROM :viewer AND %s
            UNION ALL
            SELECT id FROM tools WHERE registrant = :viewer AND %s
            """.formatted(
                        conditions + latest(filter, SAME_REGISTRANT + " AND later.visibility = 'shared'"),
                        conditions + latest(filter, "later.registrant = :viewer"));
    }

    private static String latest(ToolFilter filter, String others) {
        return filter.allVersions() ? "" : """
             AND NOT EXISTS (
                SELECT FROM tools later
                WHERE %s AND later.name = tools.name AND later.status = tools.status
                    AND (later.version_key, later.id) > (tools.version_key, tools.id))
            """.formatted(others);
    }

    /** @param tool empty when the page has none */
    private record Listed(long total, Optional<Tool> tool) {}

    private static Listed listed(ResultSet row, StatementContext context) throws SQLException {
        return new Listed(
                row.getLong("total"),
                row.getString("id") == null ? Optional.empty() : Optional.of(ToolRows.tool(row, context)));
    }

    @Override
    public ToolRevisions revisions(Optional<String> since) {
        String sql = "SELECT id, changed_at FROM tools WHERE changed_at >= :since";
        return db.with(handle -> {
            // The mark is read before the rows, so the next call finds a row that is written between the two.
            Instant mark = handle.createQuery("SELECT clock_timestamp() - CAST(:overlap AS interval) AS mark")
                    .bind("overlap", OVERLAP)
                    .map((row, context) -> Rows.instant(row, "mark"))
                    .one();
            List<ToolRevisions.Revision> changed = handle.createQuery(sql)
                    .bind("since", since.map(Instant::parse).orElse(Instant.EPOCH))
                    .map(PgToolStore::revision)
                    .list();
            return new ToolRevisions(changed, mark.toString());
        });
    }

    private static ToolRevisions.Revision revision(ResultSet row, StatementContext context) throws SQLException {
        Instant changedAt = Rows.instant(row, "changed_at");
        return new ToolRevisions.Revision(
                new ToolId(row.getString("id")), ChronoUnit.MICROS.between(Instant.EPOCH, changedAt));
    }

    @Override
    public List<IndexedTool> indexed(Collection<ToolId> ids) {
        List<ToolId> all = List.copyOf(ids);
        List<IndexedTool> indexed = new ArrayList<>(all.size());
        for (int from = 0; from < all.size(); from += CHUNK) {
            List<ToolId> chunk = all.subList(from, Math.min(all.size(), from + CHUNK));
            byIds(chunk, PgToolStore::readable).forEach(row -> row.ifPresent(indexed::add));
        }
        return indexed;
    }

    /** A row that cannot be read must not prevent the others from being found. */
    private static Optional<IndexedTool> readable(ResultSet row, StatementContext context) throws SQLException {
        try {
            return Optional.of(ToolRows.indexed(row, context));
        } catch (RuntimeException unreadable) {
            LOG.log(Level.ERROR, "the tool " + row.getString("id") + " cannot be read and is not found", unreadable);
            return Optional.empty();
        }
    }

    private <T> List<T> byIds(Collection<ToolId> ids, RowMapper<T> mapper) {
        return db.list("SELECT * FROM tools WHERE id = ANY (:ids)", Map.of("ids", ids), mapper);
    }

    @Override
    public List<Tool> withoutEmbedding(String model, int most) {
        return db.list(WITHOUT_EMBEDDING, Map.of("model", model, "most", most), ToolRows::tool);
    }

    @Override
    public void putEmbedding(ToolId id, String model, Embedding embedding) {
        String sql = """
            UPDATE tools SET embedding = :embedding, embedding_model = :model, changed_at = clock_timestamp()
            WHERE id = :id
            """;
        db.update(sql, Map.of("embedding", EmbeddingBytes.write(embedding), "model", model, "id", id));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("tools", "registrant")
                .release("tools")
                .removed();
    }
}
