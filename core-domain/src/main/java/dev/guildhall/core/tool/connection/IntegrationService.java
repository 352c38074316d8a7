package dev.guildhall.core.tool.connection;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentQuestion;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.IntegrationStatus;
import dev.guildhall.ports.connection.Integrations;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Integrations and the connections of users to them. Calls of providers happen outside of transactions. */
public final class IntegrationService implements Integrations {
    private final ToolEndpoints endpoints;
    private final ConsentFlow consents;
    private final ConnectionRegistry connectionRegistry;
    private final ToolImports imports;
    private final SignInDemands demands;

    public IntegrationService(
            ToolEndpoints endpoints,
            ConsentFlow consents,
            ConnectionRegistry connectionRegistry,
            ToolImports imports,
            SignInDemands demands) {
        this.demands = demands;
        this.imports = imports;
        this.endpoints = endpoints;
        this.consents = consents;
        this.connectionRegistry = connectionRegistry;
    }

    @Override
    public List<IntegrationStatus> list(Caller caller) {
        demands.load();
        return statuses(caller, endpoints.all());
    }

    @Override
    public IntegrationStatus find(Caller caller, IntegrationName name) {
        caller.requireUser();
        return statuses(caller, List.of(endpoint(name))).getFirst();
    }

    private List<IntegrationStatus> statuses(Caller caller, List<ToolEndpoint> asked) {
        Caller.User user = caller.requireUser();
        List<Integration> all = asked.stream().map(ToolEndpoint::integration).toList();
        Map<Integration, Connection> connections = connectionRegistry.of(user.userId(), all);
        return asked.stream()
                .map(endpoint -> status(endpoint, Optional.ofNullable(connections.get(endpoint.integration()))))
                .toList();
    }

    private IntegrationStatus status(ToolEndpoint endpoint, Optional<Connection> connection) {
        Integration integration = endpoint.integration();
        Optional<ToolImports.Result> last = imports.of(integration.name());
        Optional<String> failed =
                connection.flatMap(own -> imports.failure(own.key())).or(() -> last.flatMap(ToolImports.Result::error));
        IntegrationStatus.State state;
        if (integration.lacksClient()) {
            state = IntegrationStatus.State.NOT_CONFIGURED;
        } else if (integration.fault().isPresent() || failed.isPresent()) {
            state = IntegrationStatus.State.FAILED;
        } else {
            state = last.isPresent() ? IntegrationStatus.State.READY : IntegrationStatus.State.CONNECTING;
        }
        return new IntegrationStatus(
                integration,
                connection,
                state,
                integration.fault().or(() -> failed),
                last.map(ToolImports.Result::tools).orElse(0),
                last.flatMap(ToolImports.Result::at),
                endpoint.leftOut());
    }

    @Override
    public BegunConnection connect(Caller caller, ConnectRequest request) {
        Caller.User user = caller.requireUser();
        ToolEndpoint endpoint = configured(request.integration());
        Permissions.requireAllTools(user);
        Integration integration = endpoint.integration();
        return switch (integration.auth()) {
            case AuthScheme.None ignored -> new BegunConnection.Connected();
            case AuthScheme.ApiKey(List<Scope> scopes) -> {
                Credential.ApiKey key = requireKey(request);
                if (!connectionRegistry.connect(new Connection.Key(user.userId(), integration.name()), key, scopes)) {
                    throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
                }
                yield new BegunConnection.Connected();
            }
            case AuthScheme.OAuth2 ignored ->
                consents.begin(user.userId(), integration, endpoint.consent().orElseThrow(), request);
        };
    }

    @Override
    public void check(Caller caller, IntegrationName name) {
        configured(name);
    }

    private ToolEndpoint configured(IntegrationName name) {
        ToolEndpoint endpoint = endpoint(name);
        if (!endpoint.integration().isUsable()) {
            throw new Refusal(new ToolProblem.IntegrationNotConfigured(name.value()));
        }
        return endpoint;
    }

    private static Credential.ApiKey requireKey(ConnectRequest request) {
        Credential.ApiKey key = request.apiKey().orElseThrow(() -> Refusal.invalid("apiKey", "is required"));
        boolean visible = key.value().chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (key.value().isEmpty() || key.value().length() > ConnectRequest.MAX_KEY || !visible) {
            throw Refusal.invalid("apiKey", "must be 1 to " + ConnectRequest.MAX_KEY + " visible ASCII characters");
        }
        return key;
    }

    @Override
    public Optional<ConsentQuestion> question(Caller caller, ConsentResponse answer) {
        String integration = endpoint(answer.integration()).integration().displayName();
        return consents.question(caller, answer, integration);
    }

    @Override
    public URI answered(Caller caller, ConsentResponse answer) {
        return consents.answered(answer, endpoint(answer.integration()).consent());
    }

    @Override
    public void disconnect(Caller caller, IntegrationName name) {
        Caller.User user = caller.requireUser();
        ToolEndpoint endpoint = endpoint(name);
        Permissions.requireAllTools(user);
        connectionRegistry
                .remove(new Connection.Key(user.userId(), name))
                .ifPresent(ended -> Revocations.attempt(endpoint, ended));
    }

    private ToolEndpoint endpoint(IntegrationName name) {
        demands.load();
        return endpoints.find(name).orElseThrow(() -> new Refusal(new CommonProblem.NotFound("integration")));
    }
}
