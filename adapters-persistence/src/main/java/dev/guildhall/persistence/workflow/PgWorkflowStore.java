package dev.guildhall.persistence.workflow;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Keyset;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.task.TaskPages;
import dev.guildhall.persistence.webhook.WebhookRows;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowEvent;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.WorkflowStore;
import dev.guildhall.ports.workflow.WorkflowStore.StepChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
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
            started_at, completed_at, retried_from, hops)
        SELECT :id, :owner, :profileId, :keyId, :countsFor, :kind, :name, :description, :chatId, :status, statement_timestamp(),
            CASE WHEN :status <> 'PENDING' THEN statement_timestamp() END,
            CASE WHEN :final THEN statement_timestamp() END, :retriedFrom, :hops
        WHERE :external OR EXISTS (SELECT FROM known)
        """;

    private static final String ADD_STEPS = """
        INSERT INTO workflow_steps (workflow_id, number, name, spec, status, task_id)
        SELECT :id, s.number, s.name, s.spec, s.status, nullif(s.task_id, '')
        FROM unnest(:names, :specs, :statuses, :taskIds) WITH ORDINALITY AS s (name, spec, status, task_id, number)
        """;

    private static final String TAKE_OVER = """
        UPDATE workflow_steps s SET output = coalesce(o.output, t.result)
        FROM workflow_steps o LEFT JOIN ended_tasks t ON t.id = o.task_id
        WHERE s.workflow_id = :id AND s.status = 'COMPLETED'
            AND o.workflow_id = :retriedFrom AND o.status = 'COMPLETED' AND o.name = s.name
        """;

    private static final String UPDATE = """
        UPDATE workflows
        SET status = :status,
            started_at = CASE WHEN :status = 'RUNNING' THEN coalesce(started_at, statement_timestamp()) ELSE started_at END,
            completed_at = CASE WHEN :final THEN coalesce(completed_at, greatest(statement_timestamp(), started_at)) END,
            events = events + :changes + CASE WHEN :final AND completed_at IS NULL THEN 1 ELSE 0 END,
            again_at = statement_timestamp() + CAST(:again AS bigint) * interval '1 microsecond'
        WHERE id = :id
        """;

    /** The same for the status of an end, whose deliveries to webhooks it stores, unless the workflow has ended before. */
    private static final String END =
            "WITH before AS (SELECT completed_at FROM workflows WHERE id = :id), ended AS (" + UPDATE
                    + "RETURNING id, owner, kind)" + WebhookRows.publish("""
                        SELECT owner, CAST(:event AS text) AS event, id AS subject FROM ended
                        WHERE kind = 'WORKFLOW' AND (SELECT completed_at FROM before) IS NULL
                        """);

    /** A change to a final state gets a number, and so does one to running. */
    private static final String UPDATE_STEPS = """
        UPDATE workflow_steps s SET status = g.status, task_id = nullif(g.task_id, ''),
            began = CASE WHEN g.status = 'RUNNING' THEN w.events + g.number ELSE s.began END,
            began_at = CASE WHEN g.status = 'RUNNING' THEN statement_timestamp() ELSE s.began_at END,
            ended = CASE WHEN g.status NOT IN ('RUNNING', 'PENDING') THEN w.events + g.number ELSE s.ended END,
            ended_at = CASE WHEN g.status NOT IN ('RUNNING', 'PENDING') THEN statement_timestamp() ELSE s.ended_at END
        FROM unnest(:names, :statuses, :taskIds) WITH ORDINALITY AS g (name, status, task_id, number),
            (SELECT events FROM workflows WHERE id = :id) w
        WHERE s.workflow_id = :id AND s.name = g.name
        """;

    /** The first event is the start of the workflow, and the last one its end. */
    private static final String EVENTS = """
        SELECT e.number, e.step, e.status, e.at, e.task_id, CASE WHEN e.status = 'FAILED' THEN t.result END AS failure
        FROM (
            SELECT 1 AS number, CAST(NULL AS text) AS step, 'RUNNING' AS status, started_at AS at, CAST(NULL AS text) AS task_id
            FROM workflows WHERE id = :id AND started_at IS NOT NULL AND :after < 1
            UNION ALL
            SELECT began, name, 'RUNNING', began_at, task_id FROM workflow_steps WHERE workflow_id = :id AND began > :after
            UNION ALL
            SELECT ended, name, status, ended_at, task_id FROM workflow_steps WHERE workflow_id = :id AND ended > :after
            UNION ALL
            SELECT events, NULL, status, completed_at, NULL
            FROM workflows WHERE id = :id AND completed_at IS NOT NULL AND events > :after
            ORDER BY number LIMIT :most
        ) e LEFT JOIN ended_tasks t ON t.id = e.task_id
        ORDER BY e.number
        """;

    private static final String WAITING = """
        SELECT id FROM workflows WHERE again_at <= statement_timestamp() ORDER BY again_at LIMIT :most
        """;

    private static final String SIZES = """
        SELECT s.workflow_id, CAST(sum(octet_length(s.spec) + coalesce(octet_length(s.output), 0) + coalesce(octet_length(t.input), 0)
            + coalesce(octet_length(t.result), 0)) AS bigint) AS size
        FROM workflow_steps s LEFT JOIN tasks t ON t.id = s.task_id
        WHERE s.workflow_id = ANY(:ids)
        GROUP BY s.workflow_id
        """;

    private static final String OLD = """
        SELECT id FROM workflows WHERE completed_at < :before
        ORDER BY completed_at LIMIT :most FOR UPDATE SKIP LOCKED
        """;

    private static final String HEAD = "SELECT * FROM workflows WHERE id = :id";

    private static final String LOCK = HEAD + " FOR UPDATE";

    private static final Erasure.Tree WORKFLOWS =
            Erasure.Tree.of("workflows", "owner", new Erasure.Table("workflow_steps", "workflow_id"));

    private final Db db;

    public PgWorkflowStore(Db db) {
        this.db = db;
    }

    @Override
    public boolean add(Workflow workflow) {
        return db.inTransaction(() -> addHead(workflow) && addSteps(workflow) && takeOver(workflow));
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

    private boolean takeOver(Workflow workflow) {
        workflow.retriedFrom()
                .ifPresent(from -> db.update(TAKE_OVER, Map.of("id", workflow.id(), "retriedFrom", from)));
        return true;
    }

    private static String text(Optional<TaskId> id) {
        return id.map(TaskId::value).orElse("");
    }

    @Override
    public Optional<Workflow> find(WorkflowId id) {
        return WorkflowRows.whole(db, heads(HEAD, id)).stream().findFirst();
    }

    @Override
    public Optional<Workflow> head(WorkflowId id) {
        return heads(HEAD, id).stream().findFirst();
    }

    /** A separate statement reads the steps, so it sees everything that was committed before the lock was acquired. */
    @Override
    public Optional<Workflow> lock(WorkflowId id) {
        db.requireTransaction();
        return bare(LOCK, id);
    }

    @Override
    public Optional<Workflow> tryLock(WorkflowId id) {
        db.requireTransaction();
        return bare(LOCK + " SKIP LOCKED", id);
    }

    private Optional<Workflow> bare(String sql, WorkflowId id) {
        return heads(sql, id).stream().findFirst().map(head -> WorkflowRows.bare(db, head));
    }

    private List<Workflow> heads(String sql, WorkflowId id) {
        return db.list(sql, Map.of("id", id), WorkflowRows::head);
    }

    @Override
    public Map<String, Map<String, Object>> takenOver(WorkflowId id, Collection<String> steps) {
        String sql = """
            SELECT name, output FROM workflow_steps
            WHERE workflow_id = :id AND output IS NOT NULL AND name = ANY(:names)
            """;
        return db.map(
                sql,
                Map.of("id", id, "names", List.copyOf(steps)),
                (row, _) -> Map.entry(row.getString("name"), StoredJson.readObject(row.getString("output"))));
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
    public void update(WorkflowId id, WorkflowStatus status, List<StepChange> steps, Optional<Duration> again) {
        db.inTransaction(() -> {
            if (!steps.isEmpty()) {
                db.update(
                        UPDATE_STEPS,
                        Map.of(
                                "id", id,
                                "names", Rows.each(steps, StepChange::name),
                                "statuses",
                                        Rows.each(steps, step -> step.status().name()),
                                "taskIds", Rows.each(steps, step -> text(step.taskId()))));
            }
            Map<String, Object> values = new HashMap<>(Map.of(
                    "id", id,
                    "status", status,
                    "final", status.isFinal(),
                    "changes", steps.size(),
                    "again", again.map(pause -> pause.toNanos() / 1_000)));
            if (status.isFinal()) {
                values.put("event", WebhookEvent.of("workflow", status));
            }
            return db.update(status.isFinal() ? END : UPDATE, values);
        });
    }

    @Override
    public List<WorkflowId> waiting(int most) {
        return db.list(WAITING, Map.of("most", most), WorkflowId.class);
    }

    @Override
    public List<WorkflowEvent> events(WorkflowId id, int after, int most) {
        return db.list(EVENTS, Map.of("id", id, "after", after, "most", most), WorkflowRows::event);
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
