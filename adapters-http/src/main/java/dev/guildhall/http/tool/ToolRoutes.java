package dev.guildhall.http.tool;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.NewTool;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolDetails;
import dev.guildhall.ports.tool.ToolFilter;
import dev.guildhall.ports.tool.ToolForm;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.Tools;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The catalogue of tools over HTTP (tools-1 to tools-10). */
public final class ToolRoutes {
    private final Tools tools;

    public ToolRoutes(Tools tools) {
        this.tools = tools;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/tools", Access.BEARER, this::register),
                Route.get("/tools", Access.BEARER, this::list),
                Route.post("/tools/search", Access.BEARER, this::search),
                Route.get("/tools/{toolId}", Access.BEARER, this::details),
                Route.delete("/tools/{toolId}", Access.BEARER, this::deprecate),
                Route.post("/tools/{toolId}/approve", Access.BEARER, this::approve),
                Route.get("/tools/{toolId}/queries", Access.BEARER, this::queries),
                Route.delete("/tools/{toolId}/queries", Access.BEARER, this::forgetQueries));
    }

    private void register(Exchange exchange) {
        NewTool wanted = ToolReaders.newTool(exchange.body());
        exchange.json(201, ToolJson.RegisteredJson.of(tools.register(exchange.caller(), wanted)));
    }

    private void list(Exchange exchange) {
        ToolFilter filter = new ToolFilter(
                exchange.query("integration"),
                exchange.query("q"),
                exchange.query("version").map(ToolRoutes::allVersions).orElse(false),
                exchange.query("status").map(ToolRoutes::status).orElse(ToolStatus.ACTIVE));
        exchange.json(200, ToolJson.PageJson.of(tools.list(exchange.caller(), filter, exchange.page("tool"))));
    }

    private static boolean allVersions(String version) {
        return switch (version) {
            case "all" -> true;
            case "latest" -> false;
            default -> throw Refusal.invalid("version", "must be latest or all");
        };
    }

    private static ToolStatus status(String name) {
        return ToolStatus.fromWire(name)
                .orElseThrow(() -> Refusal.invalid("status", "must be one of active, deprecated, quarantined"));
    }

    private void search(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> query = body.required("query", RequestReader.text(text -> new SearchQuery(text, 1).text()));
        Supplier<Integer> limit = body.optional("limit", RequestReader.integer(), SearchQuery.DEFAULT_LIMIT);
        body.check();
        SearchQuery wanted = new SearchQuery(query.get(), limit.get());
        exchange.json(200, Json.list("results", tools.search(exchange.caller(), wanted), ToolJson.HitJson::of));
    }

    private void details(Exchange exchange) {
        ToolDetails details = tools.find(exchange.caller(), ToolReaders.toolId(exchange));
        Optional<ToolForm> form = exchange.query("form").map(ToolRoutes::form);
        if (form.isPresent()) {
            exchange.json(200, form.get().of(details.tool().definition()));
        } else {
            exchange.json(200, ToolJson.DetailsJson.of(details));
        }
    }

    private static ToolForm form(String name) {
        return ToolForm.fromWire(name)
                .orElseThrow(() -> Refusal.invalid("form", "must be one of openai, anthropic, mcp"));
    }

    private void deprecate(Exchange exchange) {
        tools.deprecate(exchange.caller(), ToolReaders.toolId(exchange));
        exchange.noContent();
    }

    private void approve(Exchange exchange) {
        Tool approved = tools.approve(exchange.caller(), ToolReaders.toolId(exchange));
        exchange.json(200, ToolJson.DetailsJson.of(tools.find(exchange.caller(), approved.id())));
    }

    private void queries(Exchange exchange) {
        exchange.json(
                200,
                Json.list(
                        "queries",
                        tools.learnedQueries(exchange.caller(), ToolReaders.toolId(exchange)),
                        ToolJson.QueryJson::of));
    }

    private void forgetQueries(Exchange exchange) {
        tools.forgetQueries(exchange.caller(), ToolReaders.toolId(exchange));
        exchange.noContent();
    }
}
