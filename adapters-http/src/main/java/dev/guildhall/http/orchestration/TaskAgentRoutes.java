package dev.guildhall.http.orchestration;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.TaskAgent;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.task.TaskAgents;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.util.List;

/** The agents of tasks over HTTP (tasks-19, tasks-24). */
public final class TaskAgentRoutes {
    private record TaskAgentJson(
            String id, String type, String status, String taskId, String createdAt, String lastHeartbeatAt) {
        static TaskAgentJson of(TaskAgent agent) {
            return new TaskAgentJson(
                    agent.id().value(),
                    agent.type().value(),
                    EnumNames.of(agent.status()),
                    agent.taskId().value(),
                    Json.timestamp(agent.createdAt()),
                    Json.timestamp(agent.lastHeartbeatAt()));
        }
    }

    private final TaskAgents agents;

    public TaskAgentRoutes(TaskAgents agents) {
        this.agents = agents;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/agents", Access.BEARER, this::running),
                Route.get("/agents/{agentId}", Access.BEARER, this::find),
                Route.delete("/agents/{agentId}", Access.BEARER, this::terminate));
    }

    private void running(Exchange exchange) {
        exchange.json(
                200, Json.page("agents", agents.running(exchange.caller(), exchange.page("task")), TaskAgentJson::of));
    }

    private void find(Exchange exchange) {
        exchange.json(200, TaskAgentJson.of(agents.find(exchange.caller(), agentId(exchange))));
    }

    private void terminate(Exchange exchange) {
        exchange.json(200, TaskAgentJson.of(agents.terminate(exchange.caller(), agentId(exchange))));
    }

    private static TaskAgentId agentId(Exchange exchange) {
        return exchange.pathId("agentId", new TaskProblem.AgentNotFound(), TaskAgentId::new);
    }
}
