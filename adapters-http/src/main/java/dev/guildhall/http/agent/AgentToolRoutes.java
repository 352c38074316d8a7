package dev.guildhall.http.agent;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentTool;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.ToolRun;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The agent's tools over HTTP (agents-21). */
public final class AgentToolRoutes {
    private record AgentToolJson(
            String name,
            String description,
            Map<String, Object> parameters,
            String integration,
            String source,
            boolean enabled) {
        static AgentToolJson of(AgentTool tool) {
            return new AgentToolJson(
                    tool.spec().name().value(),
                    tool.spec().description(),
                    tool.spec().parameters(),
                    tool.spec().name().integration(),
                    tool.spec().source().wireName(),
                    tool.enabled());
        }
    }

    private record RunJson(
            boolean success,
            @Nullable Object data,
            @Nullable String error,
            long durationMs) {
        static RunJson of(ToolRun run) {
            long durationMs = run.duration().toMillis();
            return switch (run.outcome()) {
                case ToolOutcome.Success(Object data) -> new RunJson(true, data, null, durationMs);
                case ToolOutcome.Failure failure -> new RunJson(false, null, failure.message(), durationMs);
            };
        }
    }

    private final Agents agents;
    private final AgentMode mode;

    /** The tools of an agent in one of its modes. */
    public AgentToolRoutes(Agents agents, AgentMode mode) {
        this.agents = agents;
        this.mode = mode;
    }

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
                Json.list(
                        "tools",
                        agents.tools(exchange.caller()).stream()
                                .filter(tool -> !isHidden(tool.spec().name().value()))
                                .toList(),
                        AgentToolJson::of));
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
        exchange.json(200, RunJson.of(run));
    }

    private boolean isHidden(String name) {
        return mode == AgentMode.WITHOUT_TASKS && AgentTasks.TOOLS.contains(name);
    }

    /** A malformed name names no tool. */
    private String known(String name) {
        if (!ToolName.isWellFormed(name) || isHidden(name)) {
            throw new Refusal(new CommonProblem.NotFound("tool"));
        }
        return name;
    }
}
