package dev.guildhall.core.tool;

import dev.guildhall.core.tool.connection.CredentialRefresher;
import dev.guildhall.core.tool.connection.SignInDemands;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequest;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolExchange;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Passes requests on to imported servers, after the checks that tools of the same server have (tools-24). */
final class ServerRequestService implements ServerRequests {
    /** A request that waits for changes, and does no work meanwhile. */
    private static final String LISTEN = "subscriptions/listen";

    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private final CompositeEndpoints endpoints;
    private final ExecutionChecks checks;
    private final CredentialRefresher credentials;
    private final SignInDemands demands;
    private final ToolAttempt runs;
    private final ModelSampling sampling;
    private final Duration timeout;

    ServerRequestService(
            CompositeEndpoints endpoints,
            ExecutionChecks checks,
            CredentialRefresher credentials,
            SignInDemands demands,
            ToolAttempt runs,
            ModelSampling sampling,
            Duration timeout) {
        this.endpoints = endpoints;
        this.checks = checks;
        this.demands = demands;
        this.credentials = credentials;
        this.runs = runs;
        this.sampling = sampling;
        this.timeout = timeout;
    }

    @Override
    public List<IntegrationName> servers(Caller caller) {
        Caller.User user = caller.requireUser();
        return endpoints.of(user.userId()).stream()
                .map(ToolEndpoint::integration)
                .filter(integration -> isServer(integration) && isOpenFor(user, integration))
                .map(Integration::name)
                .toList();
    }

    private static boolean isServer(Integration integration) {
        return integration.kind() == IntegrationKind.MCP && integration.isUsable();
    }

    private boolean isOpenFor(Caller.User user, Integration integration) {
        return mayAsk(user, integration)
                && !Collections.disjoint(user.roles(), integration.roles())
                && (integration.auth() instanceof AuthScheme.None
                        || credentials.connectionOf(user, integration).isPresent());
    }

    /** A key that is limited to some tools of a server may not ask it for other things. */
    private static boolean mayAsk(Caller.User user, Integration integration) {
        return user.mayUse(integration.name() + ".*");
    }

    @Override
    public ServerReply ask(
            Caller caller,
            IntegrationName server,
            String method,
            Map<String, Object> parameters,
            ToolExchange exchange) {
        Caller.User user = caller.requireUser();
        ToolEndpoint endpoint = endpoints
                .find(user.userId(), server)
                .filter(known -> isServer(known.integration()))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("integration")));
        if (!mayAsk(user, endpoint.integration())) {
            throw new Refusal(new CommonProblem.Forbidden("the caller may not use all of " + server));
        }
        Optional<Connection> connection =
                checks.permit(user, endpoint.integration()).map(checks::usable);
        ToolExchange sampled = SampledExchange.of(exchange, sampling, user, endpoint.integration());
        boolean onlyWaits = method.equals(LISTEN);
        Request request = with -> new ServerRequest(
                method, parameters, with.map(Connection::credential), sampled, onlyWaits ? LONGEST_WAIT : timeout);
        return onlyWaits
                ? ask(user, endpoint, connection, request)
                : counted(() -> ask(user, endpoint, connection, request));
    }

    private ServerReply counted(Supplier<ServerReply> request) {
        runs.enter(() -> {});
        try {
            return request.get();
        } finally {
            runs.leave();
        }
    }

    private interface Request {
        ServerRequest with(Optional<Connection> connection);
    }

    /** A refused credential is refreshed once, as for a tool. */
    private ServerReply ask(Caller.User user, ToolEndpoint endpoint, Optional<Connection> connection, Request request) {
        try {
            return endpoint.ask(request.with(connection));
        } catch (Refusal refusal) {
            demands.keep(endpoint);
            if (refusal.problem() instanceof ToolProblem.InsufficientScopes insufficient) {
                List<Scope> missing =
                        insufficient.missing().stream().map(Scope::new).toList();
                connection.ifPresent(known -> credentials.lacks(known, missing));
            }
            boolean isRefused = refusal.problem() instanceof ToolProblem.IntegrationNotConnected;
            Optional<Connection> other =
                    isRefused ? credentials.afterRefusal(user, connection, endpoint.integration()) : Optional.empty();
            if (other.isEmpty()) {
                throw refusal;
            }
            return endpoint.ask(request.with(other));
        }
    }
}
