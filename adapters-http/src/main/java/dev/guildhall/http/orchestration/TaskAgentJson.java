package dev.guildhall.http.orchestration;

import dev.guildhall.http.json.EnumNames;
import dev.guildhall.http.json.Json;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.task.TaskAgent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of an agent of a task (spec/3, contract 6). */
record TaskAgentJson(String id, String type, String status, String taskId, String createdAt, String lastHeartbeatAt) {
    static TaskAgentJson of(TaskAgent agent) {
        return new TaskAgentJson(
                agent.id().value(),
                agent.type().value(),
                EnumNames.of(agent.status()),
                agent.taskId().value(),
                Json.timestamp(agent.createdAt()),
                Json.timestamp(agent.lastHeartbeatAt()));
    }

    /** A page of agents; {@code nextCursor} is null on the last page. */
    record PageJson(List<TaskAgentJson> agents, @Nullable String nextCursor) {
        static PageJson of(Page<TaskAgent> page) {
            return new PageJson(
                    page.items().stream().map(TaskAgentJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }
}
