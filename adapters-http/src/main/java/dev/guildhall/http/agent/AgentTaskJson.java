package dev.guildhall.http.agent;

import dev.guildhall.http.error.TaskErrorJson;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of a task of the agent service (agents-22). */
public record AgentTaskJson(
        String id,
        String title,
        String description,
        String userId,
        @Nullable String chatId,
        String status,
        List<StepJson> steps,
        List<StepAgentJson> agents,
        @Nullable String result,
        String createdAt,
        @Nullable String startedAt,
        @Nullable String completedAt) {
    public static AgentTaskJson of(AgentTask task) {
        return new AgentTaskJson(
                task.id().value(),
                task.title(),
                task.description(),
                task.userId().value(),
                task.chatId().map(ChatId::value).orElse(null),
                EnumNames.of(task.status()),
                task.steps().stream().map(StepJson::of).toList(),
                task.agents().stream().map(StepAgentJson::of).toList(),
                task.result().orElse(null),
                Json.timestamp(task.createdAt()),
                task.startedAt().map(Json::timestamp).orElse(null),
                task.completedAt().map(Json::timestamp).orElse(null));
    }

    /** A step; the fields of its result are null until it has ended. */
    public record StepJson(
            String id,
            String title,
            String description,
            List<String> dependencies,
            String status,
            @Nullable String agentId,
            @Nullable String result,
            @Nullable TaskErrorJson error,
            @Nullable String startedAt,
            @Nullable String completedAt) {
        static StepJson of(AgentTask.Step step) {
            return new StepJson(
                    step.id(),
                    step.title(),
                    step.description(),
                    step.dependencies(),
                    EnumNames.of(step.status()),
                    step.agentId().map(TaskAgentId::value).orElse(null),
                    step.result().orElse(null),
                    step.error().map(TaskErrorJson::of).orElse(null),
                    step.startedAt().map(Json::timestamp).orElse(null),
                    step.completedAt().map(Json::timestamp).orElse(null));
        }
    }

    public record StepAgentJson(String id, String stepId, String status) {
        static StepAgentJson of(AgentTask.Agent agent) {
            return new StepAgentJson(agent.id().value(), agent.stepId(), EnumNames.of(agent.status()));
        }
    }

    record StartedJson(String id, String status) {
        static StartedJson of(Workflow task) {
            return new StartedJson(task.id().value(), EnumNames.of(task.status()));
        }
    }
}
