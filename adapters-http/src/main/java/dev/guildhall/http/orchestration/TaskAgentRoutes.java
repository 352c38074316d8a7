package dev.guildhall.http.orchestration;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.task.TaskAgents;
import java.util.List;

/** The agents of tasks over HTTP (spec/3, task orchestration). Thread-safe. */
public final class TaskAgentRoutes {
    private final TaskAgents agents;

    public TaskAgentRoutes(TaskAgents agents) {
        this.agents = agents;
    }

    /** All routes of agents, below the service's base. */
    public List<Route> routes() {
        return List.of(
                Route.get("/agents", Access.BEARER, this::running),
                Route.get("/agents/{agentId}", Access.BEARER, this::find),
                Route.delete("/agents/{agentId}", Access.BEARER, this::terminate));
    }

    private void running(Exchange exchange) {
        exchange.json(200, TaskAgentJson.PageJson.of(agents.running(exchange.caller(), exchange.page("task"))));
    }

    private void find(Exchange exchange) {
        exchange.json(200, TaskAgentJson.of(agents.find(exchange.caller(), TaskIdentifiers.agent(exchange))));
    }

    private void terminate(Exchange exchange) {
        exchange.json(200, TaskAgentJson.of(agents.terminate(exchange.caller(), TaskIdentifiers.agent(exchange))));
    }
}
