package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.httptool.HttpApi;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.Optional;

/**
 * An integration as a file declares it, with the environment's part filled in.
 *
 * @param file where it stands
 * @param integration what it is
 * @param version of its tools
 * @param oauth how this installation is known to its provider; absent where there is none, or it is not configured
 * @param target what its tools are
 */
record Manifest(
        String file, Integration integration, ToolVersion version, Optional<OAuthClientOptions> oauth, Target target) {
    /** What tools are. */
    sealed interface Target {}

    /** Requests to an API. */
    record Http(HttpApi api) implements Target {}

    /** Those of an MCP server. */
    record Mcp(McpServerOptions server) implements Target {}
}
