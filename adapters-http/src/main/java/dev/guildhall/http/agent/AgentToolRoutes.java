package dev.guildhall.http.agent;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.ToolRun;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolName;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The agent's tools over HTTP (spec/2, agent service). Thread-safe. */
public final class AgentToolRoutes {
    private final Agents agents;
    private final Predicate<String> hidden;

    /**
     * The tools of an agent in one of its modes.
     *
     * @param hidden the names of tools that this mode does not have
     */
    public AgentToolRoutes(Agents agents, Predicate<String> hidden) {
        this.agents = agents;
        this.hidden = hidden;
    }

    /** All routes of tools, below the service's base. */
    public List<Route> routes() {
        return List.of(
                Route.get("/api/tools", Access.BEARER, this::list),
                Route.get("/api/tools/{toolName}", Access.BEARER, this::details),
                Route.patch("/api/tools/{toolName}", Access.BEARER, this::enable),
                Route.post("/api/tools/execute", Access.BEARER, this::execute));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200,
                AgentToolJson.ToolsJson.of(agents.tools(exchange.caller()).stream()
                        .filter(tool -> !hidden.test(tool.spec().name().value()))
                        .toList()));
    }

    private void details(Exchange exchange) {
        exchange.json(200, AgentToolJson.of(agents.tool(exchange.caller(), known(exchange.path("toolName")))));
    }

    private void enable(Exchange exchange) {
        String name = known(exchange.path("toolName"));
        JsonBody body = exchange.body();
        Supplier<Boolean> enabled = body.required("enabled", RequestReader.flag());
        body.check();
        exchange.json(200, AgentToolJson.of(agents.enable(exchange.caller(), name, enabled.get())));
    }

    private void execute(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> name = body.required("toolName", RequestReader.text());
        Supplier<Map<String, Object>> parameters = body.optional("parameters", RequestReader.dataObject(), Map.of());
        Supplier<UserId> userId = body.required("userId", RequestReader.text(UserId::new));
        body.check();
        exchange.watch().cancelWhenClientLeaves();
        ToolRun run = agents.execute(exchange.caller(), userId.get(), known(name.get()), parameters.get());
        exchange.json(200, AgentToolJson.RunJson.of(run));
    }

    /** A malformed name names no tool. */
    private String known(String name) {
        if (!ToolName.isWellFormed(name) || hidden.test(name)) {
            throw new Refusal(new CommonProblem.NotFound("tool"));
        }
        return name;
    }
}
