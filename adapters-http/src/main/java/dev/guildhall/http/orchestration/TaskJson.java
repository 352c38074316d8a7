package dev.guildhall.http.orchestration;

import dev.guildhall.http.error.TaskErrorJson;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.task.TaskEvent;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of a task (tasks-7); {@code ttl} is in seconds. */
record TaskJson(
        String id,
        String type,
        String status,
        @Nullable String agentId,
        Map<String, Object> input,
        @Nullable Map<String, Object> output,
        @Nullable TaskErrorJson error,
        List<String> tools,
        int priority,
        long ttl,
        int attempts,
        @Nullable String workflowId,
        String createdAt,
        @Nullable String startedAt,
        @Nullable String completedAt) {
    static TaskJson of(Task task) {
        return new TaskJson(
                task.id().value(),
                task.spec().type().value(),
                EnumNames.of(task.status()),
                task.agentId().map(TaskAgentId::value).orElse(null),
                task.spec().input(),
                output(task.state()),
                TaskErrorJson.of(task).orElse(null),
                task.spec().tools(),
                task.spec().priority(),
                task.spec().ttl().toSeconds(),
                task.attempts(),
                task.part().orElse(null),
                Json.timestamp(task.createdAt()),
                task.startedAt().map(Json::timestamp).orElse(null),
                task.completedAt().map(Json::timestamp).orElse(null));
    }

    static @Nullable Map<String, Object> output(TaskState state) {
        return state instanceof TaskState.Completed(Map<String, Object> output) ? output : null;
    }

    /** An event of a task; its number is the event's {@code id}. */
    record EventJson(
            String taskId,
            String status,
            String at,
            @Nullable String agentId,
            @Nullable TaskErrorJson error) {
        static EventJson of(TaskId taskId, TaskEvent event) {
            return new EventJson(
                    taskId.value(),
                    EnumNames.of(event.status()),
                    Json.timestamp(event.at()),
                    event.agentId().map(TaskAgentId::value).orElse(null),
                    event.error().map(TaskErrorJson::of).orElse(null));
        }
    }
}
