package dev.guildhall.integrations.mcp;

import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.mcp.stdio.StdioFixture;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.testkit.Sample;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EverythingOverHttpIT implements EverythingContract {
    @AutoClose
    private final EverythingServer server = EverythingServer.overHttp();

    @AutoClose
    private final McpEndpoint endpoint = new McpEndpoint(
            StdioFixture.integration("test"),
            Optional.empty(),
            new McpServerOptions(
                    new McpServerOptions.Http(server.address(), Map.of(), Optional.empty()), PATIENCE, PATIENCE),
            new McpDependencies(StdioFixture.http(), () -> Sample.NOW));

    @Override
    public ToolEndpoint endpoint() {
        return endpoint;
    }
}
