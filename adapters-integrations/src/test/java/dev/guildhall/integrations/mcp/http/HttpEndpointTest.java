package dev.guildhall.integrations.mcp.http;

import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.testkit.contract.tool.RemoteToolEndpointContract;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;

class HttpEndpointTest implements RemoteToolEndpointContract {
    @AutoClose
    private final HttpFixture fixture = new HttpFixture();

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
        fixture.value("awaitsilent");
    }
}
