package dev.guildhall.persistence.workflow;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.task.TaskPages;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;

/** Workflows in PostgreSQL, and the agent service's tasks. Thread-safe. */
public final class PgWorkflowStore implements WorkflowStore {
    private static final String ADD = """
        WITH known AS (
            SELECT id FROM users WHERE id = :owner FOR KEY SHARE
        )
        INSERT INTO workflows (id, owner, profile_id, kind, name, description, chat_id, status, created_at, started_at,
            completed_at)
        SELECT :id, :owner, :profileId, :kind, :name, :description, :chatId, :status, statement_timestamp(),
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

    private static final String UPDATE_STEPS = """
        UPDATE workflow_steps s SET status = g.status, task_id = nullif(g.task_id, '')
        FROM unnest(:names, :statuses, :taskIds) AS g (name, status, task_id)
        WHERE s.workflow_id = :id AND s.name = g.name
        """;

    private static final String LIST = """
        SELECT * FROM workflows
        WHERE kind = :kind
            AND (CAST(:owner AS text) IS NULL OR owner = :owner)
            AND (CAST(:status AS text) IS NULL OR status = :status)
            AND (CAST(:behind AS text) IS NULL OR id < :behind)
        ORDER BY id DESC LIMIT :oneMore
        """;

    private static final String SIZES = """
        SELECT s.workflow_id, CAST(sum(octet_length(s.spec) + coalesce(octet_length(t.input), 0)
            + coalesce(octet_length(t.result), 0)) AS bigint) AS size
        FROM workflow_steps s LEFT JOIN tasks t ON t.id = s.task_id
        WHERE s.workflow_id = ANY(:ids)
        GROUP BY s.workflow_id
        """;

    private static final String UNPROCESSED = """
        SELECT t.part FROM ended_tasks t JOIN workflows w ON w.id = t.part
        WHERE t.unsettled
        GROUP BY t.part ORDER BY min(t.completed_at), t.part LIMIT :most
        """;

    private static final String OLD = """
        SELECT id FROM workflows WHERE completed_at < :before
        ORDER BY completed_at LIMIT :most FOR UPDATE SKIP LOCKED
        """;

    private final Db db;

    public PgWorkflowStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(Workflow workflow) {
        db.atomically(handle -> addHead(handle, workflow) && addSteps(handle, workflow));
    }

    private static boolean addHead(Handle handle, Workflow workflow) {
        return handle.createUpdate(ADD)
                        .bind("id", workflow.id().value())
                        .bind("owner", workflow.owner().value())
                        .bind("external", workflow.owner().isExternal())
                        .bind("profileId", workflow.profileId().value())
                        .bind("kind", workflow.about().kind().name())
                        .bind("name", workflow.about().name())
                        .bind("description", workflow.about().description())
                        .bind("chatId", workflow.about().chatId().map(ChatId::value))
                        .bind("status", workflow.status().name())
                        .bind("final", workflow.status().isFinal())
                        .execute()
                == 1;
    }

    private static boolean addSteps(Handle handle, Workflow workflow) {
        List<WorkflowStep> steps = workflow.steps();
        return handle.createUpdate(ADD_STEPS)
                        .bind("id", workflow.id().value())
                        .bind(
                                "names",
                                steps.stream().map(step -> step.spec().name()).toArray(String[]::new))
                        .bind(
                                "specs",
                                steps.stream()
                                        .map(step -> WorkflowRows.spec(step.spec()))
                                        .toArray(String[]::new))
                        .bind(
                                "statuses",
                                steps.stream().map(step -> step.status().name()).toArray(String[]::new))
                        .bind(
                                "taskIds",
                                steps.stream().map(step -> text(step.taskId())).toArray(String[]::new))
                        .execute()
                == steps.size();
    }

    private static String text(Optional<TaskId> id) {
        return id.map(TaskId::value).orElse("");
    }

    @Override
    public Optional<Workflow> find(WorkflowId id) {
        return db.with(handle -> read(handle, "SELECT * FROM workflows WHERE id = :id", id));
    }

    /** A separate statement reads the steps, so it sees everything that was committed before the lock was acquired. */
    @Override
    public Optional<Workflow> lock(WorkflowId id) {
        db.requireTransaction();
        return db.with(handle -> read(handle, "SELECT * FROM workflows WHERE id = :id FOR UPDATE", id));
    }

    private static Optional<Workflow> read(Handle handle, String sql, WorkflowId id) {
        List<Workflow> heads = handle.createQuery(sql)
                .bind("id", id.value())
                .map(WorkflowRows::head)
                .list();
        return WorkflowRows.whole(handle, heads).stream().findFirst();
    }

    @Override
    public Page<Workflow> list(
            Workflow.Kind kind, Optional<UserId> owner, Optional<WorkflowStatus> status, PageRequest page) {
        return db.with(handle -> {
            List<Workflow> oneMore = handle.createQuery(LIST)
                    .bind("kind", kind.name())
                    .bind("owner", owner.map(UserId::value))
                    .bind("status", status.map(WorkflowStatus::name))
                    .bind("behind", page.cursor().map(Cursor::lastId))
                    .bind("oneMore", page.limit().value() + 1)
                    .map(WorkflowRows::head)
                    .list();
            Page<Workflow> heads = fitting(handle, Page.cut(oneMore, page.limit(), Workflow::id));
            return new Page<>(WorkflowRows.whole(handle, heads.items()), heads.next());
        });
    }

    /** Cuts a page to the workflows whose tasks fit into a page of tasks, and to at least one workflow. */
    private static Page<Workflow> fitting(Handle handle, Page<Workflow> heads) {
        Map<String, Long> sizes = handle.createQuery(SIZES)
                .bind(
                        "ids",
                        heads.items().stream().map(head -> head.id().value()).toArray(String[]::new))
                .setMapKeyColumn("workflow_id")
                .setMapValueColumn("size")
                .collectInto(new GenericType<>() {});
        long before = 0;
        int fits = 0;
        while (fits < heads.items().size() && before < TaskPages.MOST) {
            before += sizes.getOrDefault(heads.items().get(fits).id().value(), 0L);
            fits++;
        }
        return fits == heads.items().size()
                ? heads
                : Page.cut(heads.items().subList(0, fits + 1), new Limit(fits), Workflow::id);
    }

    @Override
    public void update(WorkflowId id, WorkflowStatus status, List<StepChange> steps) {
        db.atomically(handle -> {
            handle.createUpdate(UPDATE)
                    .bind("id", id.value())
                    .bind("status", status.name())
                    .bind("final", status.isFinal())
                    .execute();
            return handle.createUpdate(UPDATE_STEPS)
                    .bind("id", id.value())
                    .bind("names", steps.stream().map(StepChange::name).toArray(String[]::new))
                    .bind(
                            "statuses",
                            steps.stream().map(step -> step.status().name()).toArray(String[]::new))
                    .bind(
                            "taskIds",
                            steps.stream().map(step -> text(step.taskId())).toArray(String[]::new))
                    .execute();
        });
    }

    @Override
    public List<WorkflowId> unprocessed(int most) {
        return db.with(handle -> handle.createQuery(UNPROCESSED)
                .bind("most", most)
                .mapTo(String.class)
                .map(WorkflowId::new)
                .list());
    }

    @Override
    public void settle(List<TaskId> tasks) {
        String sql = "UPDATE ended_tasks SET unsettled = false WHERE id = ANY(:ids) AND unsettled";
        db.with(handle -> handle.createUpdate(sql)
                .bind("ids", tasks.stream().map(TaskId::value).toArray(String[]::new))
                .execute());
    }

    @Override
    public int prune(Instant before, int most) {
        return db.atomically(handle -> {
            String[] old = handle.createQuery(OLD)
                    .bind("before", before)
                    .bind("most", most)
                    .mapTo(String.class)
                    .list()
                    .toArray(String[]::new);
            handle.createUpdate("DELETE FROM task_queue WHERE part = ANY(:ids)")
                    .bind("ids", old)
                    .execute();
            handle.createUpdate("DELETE FROM ended_tasks WHERE part = ANY(:ids)")
                    .bind("ids", old)
                    .execute();
            return handle.createUpdate("DELETE FROM workflows WHERE id = ANY(:ids)")
                    .bind("ids", old)
                    .execute();
        });
    }
}
