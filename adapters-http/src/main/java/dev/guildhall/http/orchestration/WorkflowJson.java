package dev.guildhall.http.orchestration;

import dev.guildhall.http.error.TaskErrorJson;
import dev.guildhall.http.json.EnumNames;
import dev.guildhall.http.json.Json;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON of a workflow (spec/3, contract 6). */
record WorkflowJson(
        String id,
        String name,
        String status,
        List<StepJson> steps,
        String createdAt,
        @Nullable String completedAt) {
    static WorkflowJson of(Workflow workflow) {
        return new WorkflowJson(
                workflow.id().value(),
                workflow.about().name(),
                EnumNames.of(workflow.status()),
                workflow.steps().stream().map(StepJson::of).toList(),
                Json.timestamp(workflow.createdAt()),
                workflow.completedAt().map(Json::timestamp).orElse(null));
    }

    /** A step; the fields of its task's result are null until the step has ended. */
    record StepJson(
            String name,
            String status,
            @Nullable String taskId,
            String taskType,
            List<String> dependsOn,
            @Nullable Map<String, Object> output,
            @Nullable TaskErrorJson error,
            @Nullable String startedAt,
            @Nullable String completedAt) {
        static StepJson of(WorkflowStep step) {
            Optional<Task> ended = step.endedTask();
            return new StepJson(
                    step.spec().name(),
                    EnumNames.of(step.status()),
                    step.taskId().map(TaskId::value).orElse(null),
                    step.spec().taskType().value(),
                    step.spec().dependsOn(),
                    ended.map(known -> TaskJson.output(known.state())).orElse(null),
                    ended.flatMap(TaskErrorJson::of).orElse(null),
                    step.task().flatMap(Task::startedAt).map(Json::timestamp).orElse(null),
                    ended.flatMap(Task::completedAt).map(Json::timestamp).orElse(null));
        }
    }

    /** A workflow in a list; its steps have only a name and a status. */
    record ListedJson(
            String id,
            String name,
            String status,
            List<ListedStepJson> steps,
            String createdAt,
            @Nullable String completedAt) {
        static ListedJson of(Workflow workflow) {
            return new ListedJson(
                    workflow.id().value(),
                    workflow.about().name(),
                    EnumNames.of(workflow.status()),
                    workflow.steps().stream().map(ListedStepJson::of).toList(),
                    Json.timestamp(workflow.createdAt()),
                    workflow.completedAt().map(Json::timestamp).orElse(null));
        }
    }

    /** The status of a step. */
    record ListedStepJson(String name, String status) {
        static ListedStepJson of(WorkflowStep step) {
            return new ListedStepJson(step.spec().name(), EnumNames.of(step.status()));
        }
    }

    /** A page of workflows; {@code nextCursor} is null on the last page. */
    record PageJson(List<ListedJson> workflows, @Nullable String nextCursor) {
        static PageJson of(Page<Workflow> page) {
            return new PageJson(
                    page.items().stream().map(ListedJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }
}
