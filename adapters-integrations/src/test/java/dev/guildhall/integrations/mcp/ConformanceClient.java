package dev.guildhall.integrations.mcp;

import dev.guildhall.integrations.discovery.ConfiguredClient;
import dev.guildhall.integrations.discovery.DiscoveredConsent;
import dev.guildhall.integrations.mcp.protocol.McpJson;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.BegunConsent;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequest;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The client that the official suite runs against its servers: the importer itself. It lists everything, and calls what
 * the scenario asks for, else every tool once.
 */
public final class ConformanceClient {
    private static final IntegrationName NAME = new IntegrationName("suite");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Caller.User CALLER =
            new Caller.User(new UserId("usr_1"), new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(Role.USER));

    private static final URI CALLBACK = URI.create("http://localhost:8080/api/v1/integrations/suite/callback");
    private static final URI DOCUMENT = URI.create("https://conformance-test.local/client-metadata.json");
    private static final String VERIFIER = "v".repeat(43);
    private static final int SIGN_INS = 3;

    private final McpEndpoint endpoint;
    private final Map<String, Object> context;
    private Optional<Credential> credential = Optional.empty();

    private ConformanceClient(McpEndpoint endpoint, Map<String, Object> context) {
        this.endpoint = endpoint;
        this.context = context;
    }

    /**
     * Does what a scenario asks for.
     *
     * @param address the scenario's server
     * @param json what the scenario says besides, an object; empty when it says nothing
     * @throws RuntimeException when the client fails, which some scenarios expect
     */
    public static void run(URI address, String json) {
        byte[] said = (json.isBlank() ? "{}" : json).getBytes(StandardCharsets.UTF_8);
        Map<String, Object> context =
                McpJson.object(Map.of("context", McpJson.read(said).orElseThrow()), "context");
        McpServerOptions options = new McpServerOptions(
                new McpServerOptions.Http(address, Map.of(), Optional.empty()), PATIENCE, PATIENCE);
        Integration integration =
                new Integration(NAME, "Suite", "Suite", IntegrationKind.MCP, new AuthScheme.None(), Set.of(Role.USER));
        OutboundHttp http = http();
        DiscoveredConsent consent = new DiscoveredConsent(
                NAME, address, configured(context), _ -> Optional.of(DOCUMENT), http, InstantSource.system());
        try (McpEndpoint endpoint =
                new McpEndpoint(integration, consent, options, new McpDependencies(http, InstantSource.system()))) {
            new ConformanceClient(endpoint, context).signedIn();
        }
    }

    /** The client that the scenario says is registered already. */
    private static Optional<ConfiguredClient> configured(Map<String, Object> context) {
        return McpJson.text(context, "client_id")
                .map(id -> new ConfiguredClient(
                        id, McpJson.text(context, "client_secret"), McpJson.text(context, "issuer")));
    }

    /** Signs in when the server asks for it, and again, at most so often, when it wants more or does not accept it. */
    private void signedIn() {
        Set<Scope> granted = new LinkedHashSet<>();
        for (int i = 0; i < SIGN_INS; i++) {
            try {
                run();
                return;
            } catch (Refusal refusal) {
                boolean isAsked = switch (refusal.problem()) {
                    case ToolProblem.IntegrationNotConnected _, ToolProblem.InsufficientScopes _ -> true;
                    case ToolProblem.IntegrationUnavailable _ ->
                        endpoint.consent().isPresent();
                    default -> false;
                };
                if (!isAsked || i == SIGN_INS - 1) {
                    throw refusal;
                }
                if (refusal.problem() instanceof ToolProblem.InsufficientScopes(String _, List<String> missing)) {
                    missing.forEach(scope -> granted.add(new Scope(scope)));
                }
                signIn(granted);
            }
        }
    }

    private void signIn(Set<Scope> granted) {
        ConsentGateway gateway = endpoint.consent().orElseThrow();
        ConsentRequest request = new ConsentRequest(CALLBACK, List.copyOf(granted), "state", VERIFIER);
        BegunConsent begun = gateway.begin(request);
        Map<String, String> answer = Loopback.visit(begun.authorizationUrl());
        if (!request.state().equals(answer.get("state"))) {
            throw new IllegalStateException("the answer has another state: " + answer.keySet());
        }
        Grant grant = gateway.exchange(new ConsentCode(
                answer.get("code"), CALLBACK, VERIFIER, Optional.ofNullable(answer.get("iss")), begun.registration()));
        granted.addAll(grant.scopes().orElse(begun.scopes()));
        credential = Optional.of(grant.tokens());
    }

    private static OutboundHttp http() {
        return new OutboundHttp(
                EgressRules.parse("localhost, 127.0.0.0/8, ::1"), time -> Thread.sleep(time), InstantSource.system());
    }

    private void run() {
        List<ToolDefinition> tools = endpoint.tools(credential);
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

    private List<Map<String, Object>> wanted() {
        return context.get("toolCalls") instanceof List<?> calls
                ? calls.stream()
                        .map(call -> McpJson.object(Map.of("call", call), "call"))
                        .toList()
                : List.of();
    }

    private void call(ToolDefinition tool, Map<String, Object> arguments) {
        ToolOutcome outcome = endpoint.invoke(new ToolInvocation(
                new IdempotencyKey("k"), CALLER, tool.name(), arguments, credential, PATIENCE, new Answers()));
        if (outcome instanceof ToolOutcome.Failure failure) {
            switch (failure.kind()) {
                case INSUFFICIENT_SCOPES ->
                    throw new Refusal(new ToolProblem.InsufficientScopes(
                            NAME.value(),
                            failure.missing().stream().map(Scope::value).toList()));
                case UNAUTHORIZED ->
                    throw new Refusal(new ToolProblem.IntegrationNotConnected(NAME.value(), failure.message()));
                default -> {}
            }
        }
    }

    private ServerReply ask(String method, Map<String, Object> parameters) {
        return endpoint.ask(new ServerRequest(method, parameters, credential, new Answers(), PATIENCE));
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
            // The suite sees what the server sent.
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
            // The outcome has what matters.
        }
    }
}
