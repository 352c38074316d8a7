package dev.guildhall.http.mcp;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequest;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** An imported MCP server, without a wire: what it sends is known, and what it gets is kept. */
final class ImportedServer implements ToolEndpoint {
    static final Map<String, Object> PICTURE = Map.of("type", "image", "data", "AAAA", "mimeType", "image/png");
    static final Map<String, Object> SHOT = Map.of(
            "content", List.of(PICTURE, Map.of("type", "text", "text", "a\u200Bb")),
            "structuredContent", Map.of("width", 1),
            "_meta", Map.of("example.org/cost", 2));
    static final Map<String, Object> QUESTION = Map.of(
            "method",
            "elicitation/create",
            "params",
            Map.of("message", "Your name?", "requestedSchema", Map.of("type", "object")));

    private static final IntegrationName NAME = new IntegrationName("camera");

    final List<Map<String, Object>> got = new CopyOnWriteArrayList<>();

    @Override
    public Integration integration() {
        return new Integration(
                NAME, "Camera", "For tests", IntegrationKind.MCP, new AuthScheme.None(), Set.of(Role.USER));
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        return List.of(
                tool("Shot", Map.of("title", "A shot", "icons", List.of(Map.of("src", "data:,")))),
                tool("ask", Map.of()),
                tool("old", Map.of()),
                tool("refuse", Map.of()),
                tool("steps", Map.of()));
    }

    private static ToolDefinition tool(String own, Map<String, Object> more) {
        Map<String, Object> schema = Map.of(
                "type", "object", "properties", Map.of("n", Map.of("type", "integer", "x-mcp-header", "Number")));
        Map<String, Object> declared = new LinkedHashMap<>(more);
        declared.putAll(Map.of("name", own, "description", "Does " + own, "inputSchema", schema));
        return new ToolDefinition(
                new ToolName("camera." + own.toLowerCase(Locale.ROOT)),
                new ToolDescription("Does " + own),
                new ToolVersion("1.0.0"),
                ToolParameters.ofSchema(schema),
                NAME,
                List.of(),
                declared);
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        ToolExchange exchange = invocation.exchange();
        got.add(exchange.parameters());
        exchange.replied(reply(invocation.tool().value(), exchange));
        return new ToolOutcome.Success(Map.of());
    }

    private static ServerReply reply(String tool, ToolExchange exchange) {
        return switch (tool) {
            case "camera.shot" -> new ServerReply.Result(SHOT);
            case "camera.ask" ->
                exchange.parameters().containsKey("inputResponses")
                        ? text("asked")
                        : new ServerReply.Result(Map.of(
                                "resultType", "input_required",
                                "inputRequests", Map.of("name", QUESTION),
                                "requestState", "secret"));
            case "camera.old" -> old(exchange);
            case "camera.steps" -> {
                exchange.notified("notifications/progress", Map.of("progressToken", "t", "progress", 1));
                yield text("stepped");
            }
            default -> new ServerReply.Refused(-32021, "sampling is needed", Optional.of(Map.of("a", 1)));
        };
    }

    /** As a server of the older era asks: during the call, which ends when the answer comes with another. */
    private static ServerReply old(ToolExchange exchange) {
        return exchange.asked("elicitation/create", Map.of("message", "Your name?"))
                .map(answer -> answer instanceof ServerReply.Result result
                        ? text(String.valueOf(result.value().get("action")))
                        : answer)
                .orElseGet(() -> new ServerReply.Result(Map.of(
                        "resultType", "input_required",
                        "inputRequests", Map.of("question", QUESTION),
                        "_meta", Map.of("dev.guildhall/asked", true))));
    }

    private static ServerReply text(String text) {
        return new ServerReply.Result(Map.of("content", List.of(Map.of("type", "text", "text", text))));
    }

    @Override
    public ServerReply ask(ServerRequest request) {
        got.add(request.parameters());
        return switch (request.method()) {
            case "server/discover" ->
                new ServerReply.Result(Map.of(
                        "supportedVersions",
                        List.of("2026-07-28"),
                        "capabilities",
                        Map.of("prompts", Map.of(), "resources", Map.of("subscribe", true)),
                        "instructions",
                        "Point it at something.",
                        "_meta",
                        Map.of("io.modelcontextprotocol/serverInfo", Map.of("name", "camera", "version", "3"))));
            case "prompts/list" -> new ServerReply.Result(Map.of("prompts", List.of(Map.of("name", "portrait"))));
            case "resources/list" ->
                new ServerReply.Result(Map.of("resources", List.of(Map.of("uri", "shot://1 a/b", "name", "one"))));
            case "resources/read" ->
                new ServerReply.Result(Map.of("contents", List.of(Map.of("uri", "shot://1 a/b", "blob", "AAAA"))));
            case "subscriptions/listen" -> listen(request);
            default -> new ServerReply.Refused(-32601, "Method not found", Optional.empty());
        };
    }

    /** Reports two changes, of which a client may not want one, and then nothing until it leaves. */
    private static ServerReply listen(ServerRequest request) {
        request.exchange().notified("notifications/prompts/list_changed", Map.of());
        request.exchange().notified("notifications/resources/updated", Map.of("uri", "shot://1 a/b"));
        try {
            new CountDownLatch(1).await();
            throw new AssertionError();
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }
}
