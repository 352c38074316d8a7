package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.McpDependencies;
import dev.guildhall.integrations.mcp.McpEndpoint;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.tool.ToolInvokerContract;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** An endpoint of a {@link StdioServer}, and a clock that is set by hand. */
public final class StdioFixture implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AtomicReference<Instant> now = new AtomicReference<>(Sample.NOW);
    private final McpEndpoint endpoint;

    private StdioFixture(List<String> command, Duration connectTimeout) {
        McpServerOptions options = new McpServerOptions(
                new McpServerOptions.Stdio(command, Map.of("TEST_KEY", "s3cret-value"), Optional.empty()),
                connectTimeout,
                PATIENCE);
        endpoint =
                new McpEndpoint(integration("test"), Optional.empty(), options, new McpDependencies(http(), now::get));
    }

    /** The way out, with loopback let through. */
    public static OutboundHttp http() {
        return new OutboundHttp(EgressRules.parse("127.0.0.0/8"), _ -> {}, () -> Sample.NOW);
    }

    public static Integration integration(String name) {
        return new Integration(
                new IntegrationName(name),
                "Test",
                "For tests",
                IntegrationKind.MCP,
                new AuthScheme.None(),
                Set.of(Role.USER));
    }

    static StdioFixture of(String mode) {
        return of(mode, PATIENCE);
    }

    static StdioFixture of(String mode, Duration connectTimeout) {
        return new StdioFixture(command(mode), connectTimeout);
    }

    static StdioFixture of(List<String> command) {
        return new StdioFixture(command, PATIENCE);
    }

    static List<String> command(String mode) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                StdioServer.class.getName(),
                mode);
    }

    McpEndpoint endpoint() {
        return endpoint;
    }

    void advance(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    ToolOutcome call(String tool, Map<String, Object> arguments, Duration timeout) {
        return call(tool, arguments, timeout, ToolExchange.none());
    }

    ToolOutcome call(String tool, Map<String, Object> arguments, Duration timeout, ToolExchange exchange) {
        return endpoint.invoke(new ToolInvocation(
                new IdempotencyKey(Sample.id("exec")),
                ToolInvokerContract.CALLER,
                new ToolName("test." + tool),
                arguments,
                Optional.empty(),
                timeout,
                exchange));
    }

    ToolOutcome call(String tool) {
        return call(tool, Map.of(), PATIENCE);
    }

    /** What a call that must succeed answers. */
    Map<?, ?> data(String tool, Map<String, Object> arguments) {
        return switch (call(tool, arguments, PATIENCE)) {
            case ToolOutcome.Success(Map<?, ?> data) -> data;
            case ToolOutcome other -> throw new AssertionError(tool + ": " + other);
        };
    }

    Object value(String tool) {
        return Optional.<Object>ofNullable(data(tool, Map.of()).get("value")).orElseThrow();
    }

    /** How a call that must fail does. */
    FailureKind failure(String tool) {
        return switch (call(tool)) {
            case ToolOutcome.Failure failure -> failure.kind();
            case ToolOutcome.Success success -> throw new AssertionError(tool + ": " + success);
        };
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
