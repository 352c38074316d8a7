package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.core.Parts;
import dev.guildhall.integrations.added.AddedIntegrations;
import dev.guildhall.integrations.consent.OAuthConsent;
import dev.guildhall.integrations.manifest.BadManifests;
import dev.guildhall.integrations.manifest.EndpointParts;
import dev.guildhall.integrations.manifest.Manifests;
import dev.guildhall.integrations.mcp.McpDependencies;
import dev.guildhall.integrations.mcp.McpEndpoint;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import java.util.List;

/** The integrations that manifests declare and that users add, with the resources to close when the server stops. */
final class OutsideSystems implements AutoCloseable {
    private final ToolEndpoints endpoints;
    private final IntegrationConnector connector;
    private final Closer closing;

    private OutsideSystems(ToolEndpoints endpoints, IntegrationConnector connector, Closer closing) {
        this.endpoints = endpoints;
        this.connector = connector;
        this.closing = closing;
    }

    /**
     * Reads the manifests; sends no request yet.
     *
     * @param meter of the requests to MCP servers
     * @throws StartFailure listing the faults of all manifests
     */
    static OutsideSystems open(Config config, Parts parts, McpMeter meter) {
        Closer closing = new Closer();
        OutboundHttp http = new OutboundHttp(config.egress(), parts.ticker(), parts.clock());
        ProviderHttp providers = new ProviderHttp(OAuthTimeouts.DEFAULT);
        EndpointParts endpointParts = new EndpointParts(
                http,
                parts.clock(),
                (name, client) -> new OAuthConsent(name, client, providers, parts.clock()),
                (integration, version, server, signIn) -> closing.keep(
                        mcp(integration, server, signIn, new McpDependencies(http, parts.clock(), meter))));
        try {
            List<ToolEndpoint> declared = Manifests.load(
                    config.integrations().directory(), config.integrations().variables(), endpointParts);
            OutboundHttp added =
                    new OutboundHttp(config.egress().withoutRedirectsInside(), parts.ticker(), parts.clock());
            OutboundHttp outside = new OutboundHttp(EgressRules.OUTSIDE_ONLY, parts.ticker(), parts.clock());
            return new OutsideSystems(
                    () -> declared, new AddedIntegrations(added, outside, parts.clock(), meter), closing);
        } catch (BadManifests bad) {
            closing.close();
            throw new StartFailure(String.valueOf(bad.getMessage()));
        }
    }

    /** A server whose sign-in is not configured may ask for one, and says where. */
    private static McpEndpoint mcp(
            Integration integration,
            McpServerOptions server,
            EndpointParts.SignIn signIn,
            McpDependencies dependencies) {
        boolean isOpen =
                integration.auth() instanceof AuthScheme.None || signIn.client().isPresent();
        return isOpen
                ? McpEndpoint.asking(integration, server, signIn.client(), dependencies)
                : new McpEndpoint(integration, signIn.consent(), server, dependencies);
    }

    /** Makes endpoints of what users add while the server runs. */
    IntegrationConnector connector() {
        return connector;
    }

    ToolEndpoints endpoints() {
        return endpoints;
    }

    @Override
    public void close() {
        closing.close();
    }
}
