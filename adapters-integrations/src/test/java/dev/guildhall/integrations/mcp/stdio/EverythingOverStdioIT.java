package dev.guildhall.integrations.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.mcp.EverythingContract;
import dev.guildhall.integrations.mcp.EverythingServer;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EverythingOverStdioIT implements EverythingContract {
    @AutoClose
    private final StdioFixture fixture = StdioFixture.of(EverythingServer.command("stdio"));

    @BeforeAll
    void start() {
        fixture.endpoint().tools(credential());
    }

    @Override
    public ToolEndpoint endpoint() {
        return fixture.endpoint();
    }

    @Test
    void server_sees_nothing_of_our_environment_but_what_it_was_given() {
        assertThat(String.valueOf(data("get-env", Map.of()).get("text")))
                .contains("s3cret-value")
                .doesNotContain("GUILDHALL_", "MAVEN_");
    }
}
