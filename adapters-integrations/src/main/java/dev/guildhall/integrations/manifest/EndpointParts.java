package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolVersion;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What endpoints are made with.
 *
 * @param http the way to the outside
 * @param clock tells the time
 * @param consents makes the ways to users' consent
 * @param servers makes the ways to MCP servers
 */
public record EndpointParts(OutboundHttp http, InstantSource clock, Consents consents, McpServers servers) {
    /** Makes the way to users' consent at a provider. */
    @FunctionalInterface
    public interface Consents {
        /**
         * The way.
         *
         * @param integration whose it is
         * @param client how this installation is known there
         */
        ConsentGateway gateway(IntegrationName integration, OAuthClientOptions client);
    }

    /** Makes the way to an MCP server. */
    @FunctionalInterface
    public interface McpServers {
        /**
         * The way. Nothing is asked of the server and nothing started before its tools are asked for.
         *
         * @param integration what its tools belong to
         * @param version of its tools
         * @param server where it is
         * @param consent the way to users' consent, for a server that needs it
         */
        ToolEndpoint endpoint(
                Integration integration,
                ToolVersion version,
                McpServerOptions server,
                Optional<ConsentGateway> consent);
    }
}
