package dev.guildhall.http.orchestration;

import dev.guildhall.http.error.TaskErrorJson;
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.task.TaskEvent;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.time.Duration;
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
        @Nullable RetryJson retry,
        @Nullable ConcurrencyJson concurrency,
        @Nullable UniqueJson unique,
        @Nullable String retriedFrom,
        @Nullable String workflowId,
        @Nullable String startAt,
        @Nullable String retryAt,
        String createdAt,
        @Nullable String startedAt,
        @Nullable String completedAt) {
    static TaskJson of(Task task) {
        TaskOptions options = task.spec().options();
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
                options.retry().map(RetryJson::of).orElse(null),
                options.concurrency().map(ConcurrencyJson::of).orElse(null),
                options.unique().map(UniqueJson::new).orElse(null),
                options.retriedFrom().map(TaskId::value).orElse(null),
                task.part().orElse(null),
                options.start()
                        .map(start -> Json.timestamp(start.after(task.createdAt())))
                        .orElse(null),
                task.retryAt().map(Json::timestamp).orElse(null),
                Json.timestamp(task.createdAt()),
                task.startedAt().map(Json::timestamp).orElse(null),
                task.completedAt().map(Json::timestamp).orElse(null));
    }

    record RetryJson(int maxAttempts, Number initialSeconds, Number factor, Number maxSeconds) {
        static RetryJson of(Retry rule) {
            return new RetryJson(
                    rule.maxAttempts(),
                    seconds(rule.pauses().first()),
                    number(rule.pauses().factor()),
                    seconds(rule.pauses().longest()));
        }
    }

    static Number seconds(Duration time) {
        return number(time.toMillis() / 1000.0);
    }

    /** A whole number is written without a fraction. */
    private static Number number(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }

    record ConcurrencyJson(String key, int limit) {
        static ConcurrencyJson of(Concurrency one) {
            return new ConcurrencyJson(one.key(), one.limit());
        }
    }

    record UniqueJson(String key) {}

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
