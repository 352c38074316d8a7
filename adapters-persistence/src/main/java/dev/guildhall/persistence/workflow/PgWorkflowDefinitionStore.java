package dev.guildhall.persistence.workflow;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Keyset;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.WorkflowDefinition;
import dev.guildhall.ports.workflow.WorkflowDefinitionId;
import dev.guildhall.ports.workflow.WorkflowDefinitionStore;
import dev.guildhall.ports.workflow.WorkflowDefinitionSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Definitions of workflows in PostgreSQL; each read is one statement. */
public final class PgWorkflowDefinitionStore implements WorkflowDefinitionStore {
    private static final String VERSION = """
        SELECT d.id, d.owner, d.counts_for, d.created_at, v.version, v.content, v.updated_at
        FROM workflow_definitions d JOIN workflow_definition_versions v ON v.definition_id = d.id
        WHERE d.id = :id AND v.version =\
        """;

    private static final String ADD = """
        INSERT INTO workflow_definitions (id, owner, counts_for, version, name, steps, created_at, updated_at)
        VALUES (:id, :owner, %s, :version, :name, :steps, :createdAt, :updatedAt)
        """.formatted(Rows.COUNTS_FOR);

    private static final String CHANGE = """
        UPDATE workflow_definitions
        SET version = :version, name = :name, steps = :steps, updated_at = :updatedAt
        WHERE id = :id
        """;

    private static final String ADD_VERSION = """
        INSERT INTO workflow_definition_versions (definition_id, version, content, updated_at)
        VALUES (:id, :version, :content, :updatedAt)
        """;

    private static final String DROP_OLD = """
        DELETE FROM workflow_definition_versions WHERE definition_id = :id AND version <= :last
        """;

    private final Db db;

    public PgWorkflowDefinitionStore(Db db) {
        this.db = db;
    }

    @Override
    public int count(UserId user) {
        String sql = """
            SELECT (SELECT count(*) FROM workflow_definitions WHERE owner = :user AND counts_for IS NULL)
                + (SELECT count(*) FROM workflow_definitions WHERE counts_for = :user)
            """;
        return db.one(sql, Map.of("user", user), Integer.class);
    }

    @Override
    public void add(WorkflowDefinition definition) {
        db.inTransaction(() -> {
            db.update(ADD, values(definition));
            return db.update(ADD_VERSION, values(definition));
        });
    }

    @Override
    public void put(WorkflowDefinition next, int kept) {
        db.inTransaction(() -> db.update(CHANGE, values(next)) > 0
                && db.update(ADD_VERSION, values(next)) > 0
                && db.update(DROP_OLD, Map.of("id", next.id(), "last", next.version() - kept)) > 0);
    }

    private static Map<String, Object> values(WorkflowDefinition definition) {
        Map<String, Object> values = new HashMap<>();
        values.put("id", definition.id());
        values.put("owner", definition.owner());
        values.put("countsFor", definition.countsFor());
        values.put("version", definition.version());
        values.put("name", definition.content().name());
        values.put("steps", definition.content().steps().size());
        values.put("createdAt", definition.createdAt());
        values.put("updatedAt", definition.updatedAt());
        values.put("content", written(definition.content()));
        return values;
    }

    private static String written(WorkflowDefinition.Content content) {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("name", content.name());
        written.put(
                "steps",
                content.steps().stream().map(PgWorkflowDefinitionStore::step).toList());
        content.inputSchema().ifPresent(schema -> written.put("inputSchema", schema));
        return StoredJson.write(written);
    }

    private static Map<String, Object> step(StepSpec step) {
        Map<String, Object> written = new LinkedHashMap<>(Map.of("name", step.name()));
        written.putAll(StepSpecJson.unnamed(step));
        return written;
    }

    private static WorkflowDefinition.Content content(StoredObject read) {
        return new WorkflowDefinition.Content(
                read.text("name"),
                read.objects("steps").stream()
                        .map(step -> StepSpecJson.read(step.text("name"), step))
                        .toList(),
                read.optionalPlain("inputSchema"));
    }

    @Override
    public void remove(WorkflowDefinitionId id) {
        db.update("DELETE FROM workflow_definitions WHERE id = :id", Map.of("id", id));
    }

    @Override
    public Optional<WorkflowDefinition> find(WorkflowDefinitionId id) {
        return db.find(VERSION + " d.version", Map.of("id", id), PgWorkflowDefinitionStore::definition);
    }

    @Override
    public Optional<WorkflowDefinition> find(WorkflowDefinitionId id, int version) {
        return db.find(
                VERSION + " :version", Map.of("id", id, "version", version), PgWorkflowDefinitionStore::definition);
    }

    /** The version is read after the wait for the lock. */
    @Override
    public Optional<WorkflowDefinition> lock(WorkflowDefinitionId id) {
        db.requireTransaction();
        db.exists("SELECT 1 FROM workflow_definitions WHERE id = :id FOR UPDATE", Map.of("id", id));
        return find(id);
    }

    @Override
    public Page<WorkflowDefinitionSummary> list(Optional<UserId> owner, PageRequest page) {
        return Page.cut(
                db.oneMore(
                        "workflow_definitions",
                        new Keyset().filter("owner", owner),
                        page,
                        PgWorkflowDefinitionStore::summary),
                page.limit(),
                WorkflowDefinitionSummary::id);
    }

    private static WorkflowDefinitionSummary summary(ResultSet row, StatementContext context) throws SQLException {
        return new WorkflowDefinitionSummary(
                new WorkflowDefinitionId(row.getString("id")),
                row.getInt("version"),
                row.getString("name"),
                row.getInt("steps"),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "updated_at"));
    }

    private static WorkflowDefinition definition(ResultSet row, StatementContext context) throws SQLException {
        return new WorkflowDefinition(
                new WorkflowDefinitionId(row.getString("id")),
                row.getInt("version"),
                new UserId(row.getString("owner")),
                Rows.optionalText(row, "counts_for").map(UserId::new),
                content(StoredObject.read(row.getString("content"))),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "updated_at"));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from(Erasure.Tree.of(
                        "workflow_definitions",
                        "owner",
                        new Erasure.Table("workflow_definition_versions", "definition_id")))
                .release("workflow_definitions")
                .removed();
    }
}
