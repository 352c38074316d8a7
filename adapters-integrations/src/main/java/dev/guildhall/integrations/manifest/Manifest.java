package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.httptool.HttpApi;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.Optional;

/**
 * An integration as a file declares it, with its references to the environment resolved. {@code oauth} is absent when
 * there is no registration at the provider, or it is not configured.
 */
record Manifest(
        String file, Integration integration, ToolVersion version, Optional<OAuthClientOptions> oauth, Target target) {
    /** The kind of the tools. */
    sealed interface Target {}

    /** The tools send requests to an API. */
    record Http(HttpApi api) implements Target {}

    /** The tools belong to an MCP server. */
    record Mcp(McpServerOptions server) implements Target {}
}
