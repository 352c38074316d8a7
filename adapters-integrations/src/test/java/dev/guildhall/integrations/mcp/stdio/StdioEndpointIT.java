package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.testkit.contract.tool.RemoteToolEndpointContract;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

class StdioEndpointIT implements RemoteToolEndpointContract {
    @AutoClose
    private StdioFixture fixture = StdioFixture.of("polite");

    @BeforeEach
    void open() {
        fixture = StdioFixture.of("polite");
    }

    @Override
    public ToolEndpoint endpoint() {
        return fixture.endpoint();
    }

    @Override
    public ToolName goodTool() {
        return new ToolName("test.echo");
    }

    @Override
    public Map<String, Object> goodArguments() {
        return Map.of("message", "hello");
    }

    @Override
    public ToolName silentTool() {
        return new ToolName("test.silent");
    }

    @Override
    public void awaitSilentCall() {
        fixture.data("awaitsilent", Map.of());
    }
}
