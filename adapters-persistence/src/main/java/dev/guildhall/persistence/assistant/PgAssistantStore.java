package dev.guildhall.persistence.assistant;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.assistant.AssistantStore;
import dev.guildhall.ports.assistant.AssistantSummary;
import dev.guildhall.ports.group.GroupId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Assistants in PostgreSQL; each read is one statement. */
public final class PgAssistantStore implements AssistantStore {
    private static final String NEWEST = """
        SELECT a.id, a.owner, a.counts_for, a.created_at, v.version, v.definition, v.updated_at
        FROM assistants a JOIN assistant_versions v ON v.assistant_id = a.id AND v.version = a.version
        """;

    private static final String GROUPS = """
        (SELECT m.group_id FROM group_members m JOIN profiles p ON p.id = m.profile_id WHERE p.user_id = :user
        UNION ALL SELECT g.id FROM groups g WHERE g.service_account_id = :user)\
        """;

    private static final String IS_SEEN = "(a.owner = :user OR a.everyone OR a.group_id IN " + GROUPS + ")";

    /** Each of the three ways to see an assistant has an index in the order of the list. */
    private static final String SEEN = """
        (SELECT id FROM assistants WHERE owner = :user %1$s)
        UNION
        (SELECT id FROM assistants WHERE everyone %1$s)
        UNION
        (SELECT id FROM assistants WHERE group_id IN %2$s %1$s)
        """;

    private static final String PAGE = NEWEST + "WHERE a.id IN ("
            + SEEN.formatted(
                    "AND (CAST(:behind AS text) IS NULL OR id < :behind) ORDER BY id DESC LIMIT :oneMore", GROUPS)
            + ") ORDER BY a.id DESC LIMIT :oneMore";

    private static final String SUMMARIES = "SELECT id, name, description, created_at FROM assistants WHERE id IN ("
            + SEEN.formatted("ORDER BY id LIMIT :most", GROUPS) + ") ORDER BY id LIMIT :most";

    private static final String ADD = """
        INSERT INTO assistants (id, owner, counts_for, version, name, description, everyone, group_id, created_at)
        VALUES (:id, :owner, %s, :version, :name, :description, :everyone, :group, :createdAt)
        """.formatted(Rows.COUNTS_FOR);

    private static final String CHANGE = """
        UPDATE assistants
        SET version = :version, name = :name, description = :description, everyone = :everyone, group_id = :group
        WHERE id = :id
        """;

    private static final String ADD_VERSION = """
        INSERT INTO assistant_versions (assistant_id, version, definition, updated_at)
        VALUES (:id, :version, :definition, :updatedAt)
        """;

    private final Db db;

    public PgAssistantStore(Db db) {
        this.db = db;
    }

    @Override
    public int count(UserId user) {
        String sql = """
            SELECT (SELECT count(*) FROM assistants WHERE owner = :user AND counts_for IS NULL)
                + (SELECT count(*) FROM assistants WHERE counts_for = :user)
            """;
        return db.one(sql, Map.of("user", user), Integer.class);
    }

    @Override
    public void add(Assistant assistant) {
        db.inTransaction(() -> {
            db.update(ADD, values(assistant));
            return db.update(ADD_VERSION, values(assistant));
        });
    }

    @Override
    public void put(Assistant next) {
        db.inTransaction(() -> db.update(CHANGE, values(next)) > 0 && db.update(ADD_VERSION, values(next)) > 0);
    }

    private static Map<String, Object> values(Assistant assistant) {
        AssistantDefinition definition = assistant.definition();
        Map<String, Object> values = new HashMap<>();
        values.put("id", assistant.id());
        values.put("owner", assistant.owner());
        values.put("countsFor", assistant.countsFor());
        values.put("version", assistant.version());
        values.put("name", definition.name());
        values.put("description", definition.description());
        values.put("everyone", definition.visibility().everyone());
        values.put("group", definition.visibility().group().map(GroupId::value));
        values.put("createdAt", assistant.createdAt());
        values.put("definition", AssistantDefinitionJson.write(definition));
        values.put("updatedAt", assistant.updatedAt());
        return values;
    }

    @Override
    public void remove(AssistantId id) {
        db.update("DELETE FROM assistants WHERE id = :id", Map.of("id", id));
    }

    @Override
    public void unshare(UserId owner) {
        String sql = "UPDATE assistants SET everyone = false, group_id = NULL WHERE owner = :owner";
        db.update(sql, Map.of("owner", owner));
    }

    @Override
    public Optional<Assistant> find(AssistantId id) {
        return db.find(NEWEST + "WHERE a.id = :id", Map.of("id", id), PgAssistantStore::assistant);
    }

    /** The version is read after the wait for the lock. */
    @Override
    public Optional<Assistant> lock(AssistantId id) {
        db.requireTransaction();
        db.exists("SELECT 1 FROM assistants WHERE id = :id FOR UPDATE", Map.of("id", id));
        return find(id);
    }

    @Override
    public Optional<Assistant> find(AssistantId id, int version) {
        String sql = """
            SELECT a.id, a.owner, a.counts_for, a.created_at, v.version, v.definition, v.updated_at
            FROM assistants a JOIN assistant_versions v ON v.assistant_id = a.id
            WHERE a.id = :id AND v.version = :version
            """;
        return db.find(sql, Map.of("id", id, "version", version), PgAssistantStore::assistant);
    }

    @Override
    public Optional<Assistant> seen(AssistantId id, UserId by) {
        return db.find(
                NEWEST + "WHERE a.id = :id AND " + IS_SEEN, Map.of("id", id, "user", by), PgAssistantStore::assistant);
    }

    @Override
    public Optional<Assistant> named(String name, UserId by) {
        String sql = NEWEST + "WHERE a.name = :name AND " + IS_SEEN + " ORDER BY a.owner = :user DESC, a.id LIMIT 1";
        return db.find(sql, Map.of("name", name, "user", by), PgAssistantStore::assistant);
    }

    @Override
    public Page<Assistant> seen(UserId by, PageRequest page) {
        return Page.cut(
                db.oneMore(PAGE, Map.of("user", by), page, PgAssistantStore::assistant), page.limit(), Assistant::id);
    }

    @Override
    public List<AssistantSummary> summaries(UserId by, int most) {
        return db.list(SUMMARIES, Map.of("user", by, "most", most), AssistantSummary.class);
    }

    private static Assistant assistant(ResultSet row, StatementContext context) throws SQLException {
        return new Assistant(
                new AssistantId(row.getString("id")),
                row.getInt("version"),
                new UserId(row.getString("owner")),
                Rows.optionalText(row, "counts_for").map(UserId::new),
                AssistantDefinitionJson.read(row.getString("definition")),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "updated_at"));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from(Erasure.Tree.of(
                        "assistants",
                        "owner",
                        new Erasure.Table("assistant_versions", "assistant_id"),
                        new Erasure.Table("usage_assistant_days", "assistant_id")))
                .release("assistants")
                .removed();
    }
}
