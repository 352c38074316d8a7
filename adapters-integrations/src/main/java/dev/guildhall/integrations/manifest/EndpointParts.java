package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.discovery.ConfiguredClient;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolVersion;
import java.time.InstantSource;
import java.util.Optional;

public record EndpointParts(OutboundHttp http, InstantSource clock, Consents consents, McpServers servers) {
    /** Creates the OAuth client for users' consent at a provider. */
    @FunctionalInterface
    public interface Consents {
        ConsentGateway gateway(IntegrationName integration, OAuthClientOptions client);
    }

    /**
     * How users sign in at a server.
     *
     * @param consent at the addresses that the manifest names; absent when it names none
     * @param client for a sign-in at the address that the server names; absent when the manifest names no client
     */
    public record SignIn(Optional<ConsentGateway> consent, Optional<ConfiguredClient> client) {}

    @FunctionalInterface
    public interface McpServers {
        /** Creates the endpoint. It sends no request and starts no process before its tools are requested. */
        ToolEndpoint endpoint(Integration integration, ToolVersion version, McpServerOptions server, SignIn signIn);
    }
}
