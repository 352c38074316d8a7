package dev.guildhall.http.agent;

import dev.guildhall.http.Json;
import dev.guildhall.http.TaskErrorJson;
import dev.guildhall.http.WireNames;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.agenttask.AgentTaskResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A task of the agent service on the wire (contract 4). */
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
    public static AgentTaskJson of(Workflow task) {
        return new AgentTaskJson(
                task.id().value(),
                task.about().name(),
                task.about().description(),
                task.owner().value(),
                task.about().chatId().map(ChatId::value).orElse(null),
                WireNames.of(task.status()),
                steps(task),
                agents(task),
                AgentTaskResult.of(task).orElse(null),
                Json.timestamp(task.createdAt()),
                task.startedAt().map(Json::timestamp).orElse(null),
                task.completedAt().map(Json::timestamp).orElse(null));
    }

    private static List<StepJson> steps(Workflow task) {
        List<StepJson> steps = new ArrayList<>();
        for (WorkflowStep step : task.steps()) {
            steps.add(StepJson.of(stepId(task, steps.size()), step));
        }
        return steps;
    }

    private static List<StepAgentJson> agents(Workflow task) {
        List<StepAgentJson> agents = new ArrayList<>();
        for (int i = 0; i < task.steps().size(); i++) {
            String stepId = stepId(task, i);
            task.steps()
                    .get(i)
                    .task()
                    .map(work -> StepAgentJson.all(stepId, work))
                    .ifPresent(agents::addAll);
        }
        return agents;
    }

    /** Steps are counted from 1 in the order in which they were asked for, which never changes. */
    private static String stepId(Workflow task, int index) {
        return task.id().value() + "." + (index + 1);
    }

    /** A step; what comes of it is null until it has ended. */
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
        static StepJson of(String id, WorkflowStep step) {
            Optional<Task> work = step.task();
            return new StepJson(
                    id,
                    step.spec().name(),
                    step.spec().description(),
                    step.spec().dependsOn(),
                    WireNames.of(step.status()),
                    work.flatMap(Task::agentId).map(TaskAgentId::value).orElse(null),
                    AgentTaskResult.of(step).orElse(null),
                    step.endedTask().flatMap(TaskErrorJson::of).orElse(null),
                    work.flatMap(Task::startedAt).map(Json::timestamp).orElse(null),
                    step.endedTask()
                            .flatMap(Task::completedAt)
                            .map(Json::timestamp)
                            .orElse(null));
        }
    }

    /** What the start of a task is answered with. */
    record StartedJson(String id, String status) {
        static StartedJson of(Workflow task) {
            return new StartedJson(task.id().value(), WireNames.of(task.status()));
        }
    }

    /** A page of tasks; on the last one {@code nextCursor} is null. */
    public record PageJson(
            List<AgentTaskJson> tasks, @Nullable String nextCursor) {
        public static PageJson of(Page<Workflow> page) {
            return new PageJson(
                    page.items().stream().map(AgentTaskJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }
}
