package dev.guildhall.persistence.workflow;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.persistence.task.TaskRows;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowEvent;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Maps workflows, and their steps with the tasks of the steps, to rows. */
final class WorkflowRows {
    /** Beyond the bound, steps of a workflow come without their tasks and outputs (tasks-50). */
    private static final String STEPS = """
        WITH sized AS (
            SELECT s.*, coalesce(sum(coalesce(octet_length(s.output), 0) + coalesce(octet_length(t.input), 0)
                + coalesce(octet_length(t.result), 0))
                OVER (PARTITION BY s.workflow_id ORDER BY s.number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
            FROM workflow_steps s
            LEFT JOIN tasks t ON t.id = s.task_id
            WHERE s.workflow_id = ANY(:ids)
        )
        SELECT s.workflow_id, s.name, s.spec, s.status AS step_status, s.task_id,
            CASE WHEN s.before < %1$d THEN s.output END AS output, t.*
        FROM sized s
        LEFT JOIN tasks t ON t.id = s.task_id AND s.before < %1$d
        ORDER BY s.workflow_id, s.number
        """.formatted(Workflow.MOST_READ);

    private WorkflowRows() {}

    /** Writes the members of a step that have no column of their own. */
    static String spec(StepSpec spec) {
        return StoredJson.write(StepSpecJson.unnamed(spec));
    }

    /** Reads a workflow without its steps. */
    static Workflow head(ResultSet row, StatementContext context) throws SQLException {
        return new Workflow(
                new WorkflowId(row.getString("id")),
                new UserId(row.getString("owner")),
                Rows.actor(row).afterHops(row.getInt("hops")),
                new Workflow.About(
                        Workflow.Kind.valueOf(row.getString("kind")),
                        row.getString("name"),
                        row.getString("description"),
                        Rows.optionalText(row, "chat_id").map(ChatId::new)),
                WorkflowStatus.valueOf(row.getString("status")),
                List.of(),
                Rows.instant(row, "created_at"),
                Rows.optionalInstant(row, "started_at"),
                Rows.optionalInstant(row, "completed_at"),
                Rows.optionalText(row, "retried_from").map(WorkflowId::new));
    }

    /** Adds the steps to workflows, whose order is kept. */
    static List<Workflow> whole(Db db, List<Workflow> heads) {
        if (heads.isEmpty()) {
            return heads;
        }
        Map<String, List<WorkflowStep>> steps = new HashMap<>();
        db.list(
                STEPS,
                Map.of("ids", heads.stream().map(Workflow::id).toList()),
                (row, _) -> steps.computeIfAbsent(row.getString("workflow_id"), _ -> new ArrayList<>())
                        .add(step(row)));
        return heads.stream()
                .map(head -> head.withSteps(steps.getOrDefault(head.id().value(), List.of())))
                .toList();
    }

    private static WorkflowStep step(ResultSet row) throws SQLException {
        return new WorkflowStep(
                StepSpecJson.read(row.getString("name"), StoredObject.read(row.getString("spec"))),
                StepStatus.valueOf(row.getString("step_status")),
                Rows.optionalText(row, "task_id").map(TaskId::new),
                row.getString("id") == null ? Optional.empty() : Optional.of(TaskRows.read(row)),
                Rows.optionalText(row, "output").map(StoredJson::readObject));
    }

    /** Adds the steps to a workflow, without tasks and outputs. */
    static Workflow bare(Db db, Workflow head) {
        return head.withSteps(db.list(
                "SELECT name, spec, status, task_id FROM workflow_steps WHERE workflow_id = :id ORDER BY number",
                Map.of("id", head.id()),
                (row, _) -> new WorkflowStep(
                        StepSpecJson.read(row.getString("name"), StoredObject.read(row.getString("spec"))),
                        StepStatus.valueOf(row.getString("status")),
                        Rows.optionalText(row, "task_id").map(TaskId::new),
                        Optional.empty())));
    }

    static WorkflowEvent event(ResultSet row, StatementContext context) throws SQLException {
        return new WorkflowEvent(
                row.getInt("number"),
                Rows.instant(row, "at"),
                Rows.optionalText(row, "step"),
                StepStatus.valueOf(row.getString("status")),
                Rows.optionalText(row, "task_id").map(TaskId::new),
                Rows.optionalText(row, "failure").map(TaskRows::readError));
    }
}
