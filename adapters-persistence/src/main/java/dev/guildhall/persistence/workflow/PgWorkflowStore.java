package dev.guildhall.persistence.workflow;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Keyset;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.task.TaskPages;
import dev.guildhall.persistence.webhook.WebhookRows;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.WorkflowStore;
import dev.guildhall.ports.workflow.WorkflowStore.StepChange;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Workflows in PostgreSQL, and the agent service's tasks. */
public final class PgWorkflowStore implements WorkflowStore {
    private static final String ADD = """
        WITH known AS (
            SELECT id FROM accounts WHERE id = :owner FOR KEY SHARE
        )
        INSERT INTO workflows (id, owner, profile_id, key_id, counts_for, kind, name, description, chat_id, status, created_at,
            started_at, completed_at)
        SELECT :id, :owner, :profileId, :keyId, :countsFor, :kind, :name, :description, :chatId, :status, statement_timestamp(),
            CASE WHEN :status <> 'PENDING' THEN statement_timestamp() END,
            CASE WHEN :final THEN statement_timestamp() END
        WHERE :external OR EXISTS (SELECT FROM known)
        """;

    private static final String ADD_STEPS = """
        INSERT INTO workflow_steps (workflow_id, number, name, spec, status, task_id)
        SELECT :id, s.number, s.name, s.spec, s.status, nullif(s.task_id, '')
        FROM unnest(:names, :specs, :statuses, :taskIds) WITH ORDINALITY AS s (name, spec, status, task_id, number)
        """;

    private static final String UPDATE = """
        UPDATE workflows
        SET status = :status,
            started_at = CASE WHEN :status = 'RUNNING' THEN coalesce(started_at, statement_timestamp()) ELSE started_at END,
            completed_at = CASE WHEN :final THEN coalesce(completed_at, greatest(statement_timestamp(), started_at)) END
        WHERE id = :id
        """;

    /** The same for the status of an end, whose deliveries to webhooks it stores, unless the workflow has ended before. */
    private static final String END = "WITH ended AS (" + UPDATE + "AND completed_at IS NULL RETURNING id, owner, kind)"
            + WebhookRows.publish("""
                SELECT owner, CAST(:event AS text) AS event, id AS subject FROM ended WHERE kind = 'WORKFLOW'
                """);

    private static final String UPDATE_STEPS = """
        UPDATE workflow_steps s SET status = g.status, task_id = nullif(g.task_id, '')
        FROM unnest(:names, :statuses, :taskIds) AS g (name, status, task_id)
        WHERE s.workflow_id = :id AND s.name = g.name
        """;

    private static final String SIZES = """
        SELECT s.workflow_id, CAST(sum(octet_length(s.spec) + coalesce(octet_length(t.input), 0)
            + coalesce(octet_length(t.result), 0)) AS bigint) AS size
        FROM workflow_steps s LEFT JOIN tasks t ON t.id = s.task_id
        WHERE s.workflow_id = ANY(:ids)
        GROUP BY s.workflow_id
        """;

    private static final String OLD = """
        SELECT id FROM workflows WHERE completed_at < :before
        ORDER BY completed_at LIMIT :most FOR UPDATE SKIP LOCKED
        """;

    private static final String LOCK = "SELECT * FROM workflows WHERE id = :id FOR UPDATE";

    private static final Erasure.Tree WORKFLOWS =
            Erasure.Tree.of("workflows", "owner", new Erasure.Table("workflow_steps", "workflow_id"));

    private final Db db;

    public PgWorkflowStore(Db db) {
        this.db = db;
    }

    @Override
    public boolean add(Workflow workflow) {
        return db.inTransaction(() -> addHead(workflow) && addSteps(workflow));
    }

    private boolean addHead(Workflow workflow) {
        Map<String, ?> values = Map.of(
                "external",
                workflow.owner().isExternal(),
                "final",
                workflow.status().isFinal());
        return db.update(ADD, values, workflow, workflow.about(), workflow.actor()) == 1;
    }

    private boolean addSteps(Workflow workflow) {
        List<WorkflowStep> steps = workflow.steps();
        Map<String, ?> parameters = Map.of(
                "id", workflow.id(),
                "names", Rows.each(steps, step -> step.spec().name()),
                "specs", Rows.each(steps, step -> WorkflowRows.spec(step.spec())),
                "statuses", Rows.each(steps, step -> step.status().name()),
                "taskIds", Rows.each(steps, step -> text(step.taskId())));
        return db.update(ADD_STEPS, parameters) == steps.size();
    }

    private static String text(Optional<TaskId> id) {
        return id.map(TaskId::value).orElse("");
    }

    @Override
    public Optional<Workflow> find(WorkflowId id) {
        return read("SELECT * FROM workflows WHERE id = :id", id);
    }

    /** A separate statement reads the steps, so it sees everything that was committed before the lock was acquired. */
    @Override
    public Optional<Workflow> lock(WorkflowId id) {
        db.requireTransaction();
        return read(LOCK, id);
    }

    @Override
    public Optional<Workflow> tryLock(WorkflowId id) {
        db.requireTransaction();
        return read(LOCK + " SKIP LOCKED", id);
    }

    private Optional<Workflow> read(String sql, WorkflowId id) {
        return WorkflowRows.whole(db, db.list(sql, Map.of("id", id), WorkflowRows::head)).stream()
                .findFirst();
    }

    @Override
    public Page<Workflow> list(
            Workflow.Kind kind, Optional<UserId> owner, Optional<WorkflowStatus> status, PageRequest page) {
        Keyset keyset = new Keyset()
                .filter("owner", owner)
                .filter("kind", Optional.of(kind))
                .filter("status", status);
        List<Workflow> oneMore = db.oneMore("workflows", keyset, page, WorkflowRows::head);
        Page<Workflow> heads = fitting(Page.cut(oneMore, page.limit(), Workflow::id));
        return new Page<>(WorkflowRows.whole(db, heads.items()), heads.next());
    }

    /** Cuts a page to the workflows whose tasks fit into a page of tasks, and to at least one workflow. */
    private Page<Workflow> fitting(Page<Workflow> heads) {
        List<String> ids = Rows.each(heads.items(), head -> head.id().value());
        Map<String, Long> sizes = db.map(
                SIZES, Map.of("ids", ids), (row, _) -> Map.entry(row.getString("workflow_id"), row.getLong("size")));
        long before = 0;
        int fits = 0;
        while (fits < heads.items().size() && before < TaskPages.MOST) {
            before += sizes.getOrDefault(ids.get(fits), 0L);
            fits++;
        }
        return fits == heads.items().size()
                ? heads
                : Page.cut(heads.items().subList(0, fits + 1), new Limit(fits), Workflow::id);
    }

    @Override
    public void update(WorkflowId id, WorkflowStatus status, List<StepChange> steps) {
        db.inTransaction(() -> {
            if (status.isFinal()) {
                WebhookEvent event = WebhookEvent.of("workflow", status);
                db.update(END, Map.of("id", id, "status", status, "final", true, "event", event));
            } else {
                db.update(UPDATE, Map.of("id", id, "status", status, "final", false));
            }
            return db.update(
                    UPDATE_STEPS,
                    Map.of(
                            "id", id,
                            "names", Rows.each(steps, StepChange::name),
                            "statuses", Rows.each(steps, step -> step.status().name()),
                            "taskIds", Rows.each(steps, step -> text(step.taskId()))));
        });
    }

    @Override
    public int prune(Instant before, int most) {
        return db.inTransaction(() -> {
            List<WorkflowId> old = db.list(OLD, Map.of("before", before, "most", most), WorkflowId.class);
            db.update("DELETE FROM task_queue WHERE part = ANY(:ids)", Map.of("ids", old));
            db.update("DELETE FROM ended_tasks WHERE part = ANY(:ids)", Map.of("ids", old));
            return db.update("DELETE FROM workflows WHERE id = ANY(:ids)", Map.of("ids", old));
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from(WORKFLOWS).removed();
    }
}
