package dev.guildhall.integrations.mcp;

import dev.guildhall.integrations.discovery.ConfiguredClient;
import dev.guildhall.integrations.discovery.DiscoveredConsent;
import dev.guildhall.integrations.icon.Icon;
import dev.guildhall.integrations.icon.Logo;
import dev.guildhall.integrations.icon.Logos;
import dev.guildhall.integrations.mcp.http.HttpSessions;
import dev.guildhall.integrations.mcp.http.HttpTransport;
import dev.guildhall.integrations.mcp.protocol.CallDeadline;
import dev.guildhall.integrations.mcp.protocol.McpFault;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.mcp.protocol.McpSession;
import dev.guildhall.integrations.mcp.protocol.ServerCatalogue;
import dev.guildhall.integrations.mcp.protocol.Sessions;
import dev.guildhall.integrations.mcp.stdio.StdioSessions;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundUrl;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequest;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * An integration whose tools run on an MCP server. No process is started and no connection made before the first
 * request; after {@link #close} every request fails.
 */
public final class McpEndpoint implements ToolEndpoint {
    private static final Logger LOG = System.getLogger(McpEndpoint.class.getName());

    private final Integration integration;
    private final Optional<ConsentGateway> consent;
    private final Optional<DiscoveredConsent> discovered;
    private final Sessions sessions;
    private final Duration listTimeout;
    private final Logos logos;
    private final InstantSource clock;
    private volatile List<Violation> leftOut = List.of();
    private volatile List<Icon> icons = List.of();

    /** An endpoint that users sign in at as it is configured. */
    public McpEndpoint(
            Integration integration,
            Optional<ConsentGateway> consent,
            McpServerOptions options,
            McpDependencies surroundings) {
        this(integration, consent, Optional.empty(), options, surroundings);
    }

    /** An endpoint that users sign in at as the server says, if it asks for a sign-in. */
    public McpEndpoint(
            Integration integration,
            DiscoveredConsent discovered,
            McpServerOptions options,
            McpDependencies surroundings) {
        this(
                integration,
                Optional.of(discovered).filter(_ -> integration.auth() instanceof AuthScheme.OAuth2),
                Optional.of(discovered),
                options,
                surroundings);
    }

    /**
     * An endpoint whose server may ask for a sign-in, and then says where, unless the constant headers are the sign-in.
     *
     * @param client this installation at the server's provider; absent when one has to be registered
     */
    public static McpEndpoint asking(
            Integration integration,
            McpServerOptions options,
            Optional<ConfiguredClient> client,
            McpDependencies surroundings) {
        if (!(options.transport() instanceof McpServerOptions.Http http)
                || http.headers().keySet().stream().anyMatch("Authorization"::equalsIgnoreCase)) {
            return new McpEndpoint(integration, Optional.empty(), options, surroundings);
        }
        DiscoveredConsent discovered = new DiscoveredConsent(
                integration.name(),
                http.address(),
                client,
                McpEndpoint::document,
                surroundings.http(),
                surroundings.clock());
        return new McpEndpoint(integration, discovered, options, surroundings);
    }

    /** Our document is beside the address that browsers are sent back to; authorization servers read it over TLS alone. */
    private static Optional<URI> document(URI callback) {
        return Optional.of(callback.resolve("client.json")).filter(url -> "https".equals(url.getScheme()));
    }

    private McpEndpoint(
            Integration integration,
            Optional<? extends ConsentGateway> consent,
            Optional<DiscoveredConsent> discovered,
            McpServerOptions options,
            McpDependencies surroundings) {
        this.integration = integration;
        this.consent = consent.map(gateway -> gateway);
        this.discovered = discovered;
        this.sessions = sessions(options, surroundings);
        this.clock = surroundings.clock();
        this.logos = logos(options, surroundings.http());
        this.listTimeout = options.connectTimeout().plus(options.requestTimeout());
    }

    private static Logos logos(McpServerOptions options, OutboundHttp http) {
        return new Logos(
                options.transport() instanceof McpServerOptions.Http server
                        ? http.namedBy(OutboundUrl.parse(server.address().toString()))
                        : http);
    }

    private static Sessions sessions(McpServerOptions options, McpDependencies surroundings) {
        return switch (options.transport()) {
            case McpServerOptions.Stdio stdio ->
                new StdioSessions(stdio, options.connectTimeout(), surroundings.clock(), surroundings.meter());
            case McpServerOptions.Http http ->
                new HttpSessions(
                        new HttpTransport(surroundings.http(), http),
                        options.connectTimeout(),
                        surroundings.clock(),
                        surroundings.meter());
        };
    }

    @Override
    public Integration integration() {
        return asksForSignIn() ? integration.with(new AuthScheme.OAuth2(List.of(), true)) : integration;
    }

    @Override
    public boolean asksForSignIn() {
        return integration.auth() instanceof AuthScheme.None && demand().isPresent();
    }

    @Override
    public Optional<SignInDemand> demand() {
        return discovered.flatMap(DiscoveredConsent::demand);
    }

    @Override
    public void demanded(SignInDemand demand) {
        discovered.ifPresent(gateway -> gateway.demanded(demand));
    }

    @Override
    public Optional<ConsentGateway> consent() {
        return asksForSignIn() ? discovered.map(gateway -> gateway) : consent;
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        CallDeadline deadline = CallDeadline.in(listTimeout);
        try {
            ServerCatalogue catalogue =
                    inSession(credential, deadline, session -> session.tools(integration.name(), deadline));
            leftOut = catalogue.leftOut();
            icons = catalogue.icons();
            return catalogue.definitions();
        } catch (McpFault fault) {
            note(fault);
            String name = integration.name().value();
            throw new Refusal(
                    asksForSignIn() && credential.isEmpty()
                            ? new ToolProblem.IntegrationNotConnected(name, fault.words())
                            : new ToolProblem.IntegrationUnavailable(name, fault.words()));
        }
    }

    @Override
    public List<Violation> leftOut() {
        return leftOut;
    }

    @Override
    public Optional<IntegrationLogo> logo() {
        return switch (logos.of(icons)) {
            case Logo.Picture(MediaSource.Inline picture) ->
                Optional.of(new IntegrationLogo(picture.type(), picture.base64().toString(), clock.instant()));
            case Logo.None(String reason) -> {
                LOG.log(Level.DEBUG, "{0} has no logo: {1}", integration.name(), reason);
                yield Optional.empty();
            }
        };
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        if (Thread.currentThread().isInterrupted()) {
            return McpFault.cancelled().outcome();
        }
        CallDeadline deadline = CallDeadline.in(invocation.timeout());
        try {
            return inSession(
                    invocation.credential(),
                    deadline,
                    session -> session.call(invocation, integration.name(), deadline));
        } catch (McpFault fault) {
            note(fault);
            return fault.outcome();
        }
    }

    @Override
    public ServerReply ask(ServerRequest request) {
        CallDeadline deadline = CallDeadline.in(request.timeout());
        String name = integration.name().value();
        try {
            return inSession(request.credential(), deadline, session -> session.ask(request, deadline));
        } catch (McpFault fault) {
            note(fault);
            throw new Refusal(
                    switch (fault.kind()) {
                        case UNAUTHORIZED -> new ToolProblem.IntegrationNotConnected(name, fault.words());
                        case INSUFFICIENT_SCOPES -> new ToolProblem.InsufficientScopes(name, missing(fault));
                        default -> new ToolProblem.IntegrationUnavailable(name, fault.words());
                    });
        }
    }

    private static List<String> missing(McpFault fault) {
        return fault instanceof McpFault.Challenged challenged
                ? challenged.missing().stream().map(Scope::value).toList()
                : List.of();
    }

    /** A server that nothing was configured for asks its users to sign in, from its first refusal that says where. */
    private void note(McpFault fault) {
        if (discovered.isEmpty() || !(fault instanceof McpFault.Challenged challenged)) {
            return;
        }
        DiscoveredConsent gateway = discovered.get();
        boolean isNamed = challenged.challenge().isPresent();
        boolean isNew = integration.auth() instanceof AuthScheme.None && demand().isEmpty();
        if ((isNamed && fault.kind() == FailureKind.UNAUTHORIZED) || (isNew && (isNamed || gateway.isOffered()))) {
            gateway.challenged(challenged.challenge());
        }
    }

    private interface Question<T> {
        T in(McpSession session) throws McpFault;
    }

    /** Sends a request; and once more in a new session, when the session had ended before it got the request. */
    private <T> T inSession(Optional<Credential> credential, CallDeadline deadline, Question<T> question)
            throws McpFault {
        try {
            return question.in(sessions.open(credential, deadline));
        } catch (McpFault.SessionGone gone) {
            return question.in(sessions.open(credential, deadline));
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
