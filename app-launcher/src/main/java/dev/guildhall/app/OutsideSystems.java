package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.core.Parts;
import dev.guildhall.integrations.consent.OAuthConsent;
import dev.guildhall.integrations.manifest.BadManifests;
import dev.guildhall.integrations.manifest.EndpointParts;
import dev.guildhall.integrations.manifest.Manifests;
import dev.guildhall.integrations.mcp.McpDependencies;
import dev.guildhall.integrations.mcp.McpEndpoint;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import java.util.List;

/** The integrations that manifests declare, with the resources to close when the server stops. */
final class OutsideSystems implements AutoCloseable {
    private final ToolEndpoints endpoints;
    private final Closer closing;

    private OutsideSystems(ToolEndpoints endpoints, Closer closing) {
        this.endpoints = endpoints;
        this.closing = closing;
    }

    /**
     * Reads the manifests; sends no request yet.
     *
     * @throws StartFailure listing the faults of all manifests
     */
    static OutsideSystems open(Config config, Parts parts) {
        Closer closing = new Closer();
        OutboundHttp http = new OutboundHttp(config.egress(), parts.ticker(), parts.clock());
        ProviderHttp providers = new ProviderHttp(OAuthTimeouts.DEFAULT);
        EndpointParts endpointParts = new EndpointParts(
                http,
                parts.clock(),
                (name, client) -> new OAuthConsent(name, client, providers, parts.clock()),
                (integration, version, server, consent) -> closing.keep(
                        new McpEndpoint(integration, consent, server, new McpDependencies(http, parts.clock()))));
        try {
            List<ToolEndpoint> declared = Manifests.load(
                    config.integrations().directory(), config.integrations().variables(), endpointParts);
            return new OutsideSystems(() -> declared, closing);
        } catch (BadManifests bad) {
            closing.close();
            throw new StartFailure(String.valueOf(bad.getMessage()));
        }
    }

    ToolEndpoints endpoints() {
        return endpoints;
    }

    @Override
    public void close() {
        closing.close();
    }
}
