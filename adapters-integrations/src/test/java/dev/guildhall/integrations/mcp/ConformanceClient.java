package dev.guildhall.integrations.mcp;

import dev.guildhall.integrations.mcp.protocol.McpJson;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequest;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolInvocation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The client that the official suite runs against its servers: the importer itself. It lists everything, and calls what
 * the scenario asks for, else every tool once.
 */
final class ConformanceClient {
    private static final IntegrationName NAME = new IntegrationName("suite");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Caller.User CALLER =
            new Caller.User(new UserId("usr_1"), new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(Role.USER));

    private final McpEndpoint endpoint;

    private ConformanceClient(McpEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    public static void main(String... arguments) {
        URI address = URI.create(arguments[arguments.length - 1]);
        McpServerOptions options = new McpServerOptions(
                new McpServerOptions.Http(address, Map.of(), Optional.empty()), PATIENCE, PATIENCE);
        Integration integration =
                new Integration(NAME, "Suite", "Suite", IntegrationKind.MCP, new AuthScheme.None(), Set.of(Role.USER));
        try (McpEndpoint endpoint = new McpEndpoint(
                integration, Optional.empty(), options, new McpDependencies(http(), InstantSource.system()))) {
            new ConformanceClient(endpoint).run();
        }
    }

    private static OutboundHttp http() {
        return new OutboundHttp(
                EgressRules.parse("localhost, 127.0.0.0/8, ::1"), time -> Thread.sleep(time), InstantSource.system());
    }

    private void run() {
        List<ToolDefinition> tools = endpoint.tools(Optional.empty());
        List<Map<String, Object>> wanted = wanted();
        if (wanted.isEmpty()) {
            tools.forEach(tool -> call(tool, arguments(tool, tools)));
        }
        for (Map<String, Object> call : wanted) {
            tools.stream()
                    .filter(tool -> call.get("name").equals(tool.declared().get("name")))
                    .forEach(tool -> call(tool, McpJson.object(call, "arguments")));
        }
        first("prompts/list", "prompts", "name").ifPresent(name -> ask("prompts/get", Map.of("name", name)));
        first("resources/list", "resources", "uri").ifPresent(uri -> ask("resources/read", Map.of("uri", uri)));
    }

    private Optional<Object> first(String method, String list, String member) {
        return ask(method, Map.of()) instanceof ServerReply.Result result
                        && result.value().get(list) instanceof List<?> all
                        && !all.isEmpty()
                        && all.getFirst() instanceof Map<?, ?> entry
                ? Optional.ofNullable(entry.get(member))
                : Optional.empty();
    }

    private static List<Map<String, Object>> wanted() {
        byte[] context = Optional.ofNullable(System.getenv("MCP_CONFORMANCE_CONTEXT"))
                .orElse("{}")
                .getBytes(StandardCharsets.UTF_8);
        Map<?, ?> read = (Map<?, ?>) McpJson.read(context).orElseThrow();
        return read.get("toolCalls") instanceof List<?> calls
                ? calls.stream()
                        .map(call -> McpJson.object(Map.of("call", call), "call"))
                        .toList()
                : List.of();
    }

    private void call(ToolDefinition tool, Map<String, Object> arguments) {
        System.out.println(tool.name() + " "
                + endpoint.invoke(new ToolInvocation(
                        new IdempotencyKey("k"),
                        CALLER,
                        tool.name(),
                        arguments,
                        Optional.empty(),
                        PATIENCE,
                        new Answers())));
    }

    private ServerReply ask(String method, Map<String, Object> parameters) {
        return endpoint.ask(new ServerRequest(method, parameters, Optional.empty(), new Answers(), PATIENCE));
    }

    /** Something of the right type for each required argument; a schema is one that another tool has. */
    private static Map<String, Object> arguments(ToolDefinition tool, List<ToolDefinition> tools) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        Map<String, Object> schema = McpJson.object(tool.declared(), "inputSchema");
        McpJson.object(schema, "properties").forEach((name, property) -> {
            Object type = property instanceof Map<?, ?> one && one.get("type") != null ? one.get("type") : "none";
            switch (String.valueOf(type)) {
                case "number", "integer" -> arguments.put(name, 5);
                case "string" -> arguments.put(name, "text");
                case "boolean" -> arguments.put(name, true);
                case "object" -> {
                    if (name.equals("schema")) {
                        arguments.put(name, McpJson.object(tools.getFirst().declared(), "inputSchema"));
                    }
                }
                default -> {}
            }
        });
        return arguments;
    }

    /** A person who accepts every form as it is. */
    private static final class Answers implements ToolExchange {
        @Override
        public Map<String, Object> parameters() {
            return Map.of(
                    "_meta", Map.of("io.modelcontextprotocol/clientCapabilities", Map.of("elicitation", Map.of())));
        }

        @Override
        public void notified(String method, Map<String, Object> parameters) {
            System.out.println(method);
        }

        @Override
        public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
            return Optional.of(
                    method.equals("elicitation/create")
                            ? new ServerReply.Result(Map.of("action", "accept", "content", form(parameters)))
                            : ToolExchange.unanswered(method));
        }

        /** The fields without a default. */
        private static Map<String, Object> form(Map<String, Object> parameters) {
            Map<String, Object> form = new LinkedHashMap<>();
            McpJson.object(McpJson.object(parameters, "requestedSchema"), "properties")
                    .forEach((name, property) -> {
                        if (property instanceof Map<?, ?> schema && !schema.containsKey("default")) {
                            form.put(name, "boolean".equals(schema.get("type")) ? (Object) true : "text");
                        }
                    });
            return form;
        }

        @Override
        public void replied(ServerReply reply) {
            // The outcome is printed.
        }
    }
}
