package dev.guildhall.http.orchestration;

import dev.guildhall.http.error.TaskErrorJson;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The JSON of a workflow with its steps in one of their forms (tasks-29). */
record WorkflowJson<S>(
        String id,
        String name,
        String status,
        List<S> steps,
        boolean truncated,
        @Nullable String retriedFrom,
        String createdAt,
        @Nullable String completedAt) {
    static <S> WorkflowJson<S> of(Workflow workflow, Function<WorkflowStep, S> step) {
        return new WorkflowJson<>(
                workflow.id().value(),
                workflow.about().name(),
                EnumNames.of(workflow.status()),
                workflow.steps().stream().map(step).toList(),
                workflow.isTruncated(),
                workflow.retriedFrom().map(WorkflowId::value).orElse(null),
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
                    step.output().orElse(null),
                    ended.flatMap(TaskErrorJson::of).orElse(null),
                    step.task().flatMap(Task::startedAt).map(Json::timestamp).orElse(null),
                    ended.flatMap(Task::completedAt).map(Json::timestamp).orElse(null));
        }
    }
}
