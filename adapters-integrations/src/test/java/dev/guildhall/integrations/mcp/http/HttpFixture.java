package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.mcp.McpDependencies;
import dev.guildhall.integrations.mcp.McpEndpoint;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions.CredentialHeader;
import dev.guildhall.integrations.mcp.stdio.StdioFixture;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.tool.ToolInvokerContract;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** An endpoint of an {@link HttpServerPeer}, and a clock that is set by hand. */
final class HttpFixture implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    final HttpServerPeer server = new HttpServerPeer();
    private final AtomicReference<Instant> now = new AtomicReference<>(Sample.NOW);
    private final McpEndpoint endpoint;

    HttpFixture() {
        McpServerOptions options = new McpServerOptions(
                new McpServerOptions.Http(
                        server.address(),
                        Map.of("X-Team", "guild"),
                        Optional.of(new CredentialHeader("Authorization", "Bearer "))),
                PATIENCE,
                PATIENCE);
        endpoint = new McpEndpoint(
                StdioFixture.integration("test"),
                Optional.empty(),
                options,
                new McpDependencies(StdioFixture.http(), now::get));
    }

    McpEndpoint endpoint() {
        return endpoint;
    }

    void advance(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    static Optional<Credential> key(String key) {
        return Optional.of(new Credential.ApiKey(key));
    }

    static Optional<Credential> token(String token) {
        return Optional.of(new Credential.OAuthTokens(token, Optional.empty(), Optional.empty()));
    }

    ToolOutcome call(String tool, Optional<Credential> credential, Duration timeout) {
        return endpoint.invoke(new ToolInvocation(
                new IdempotencyKey(Sample.id("exec")),
                ToolInvokerContract.CALLER,
                new ToolName("test." + tool),
                Map.of("message", "hello"),
                credential,
                timeout));
    }

    ToolOutcome call(String tool) {
        return call(tool, Optional.empty(), PATIENCE);
    }

    /** What a call that must succeed answers. */
    Object value(String tool, Optional<Credential> credential) {
        return switch (call(tool, credential, PATIENCE)) {
            case ToolOutcome.Success(Map<?, ?> data) ->
                Optional.<Object>ofNullable(data.get("value")).orElse(data);
            case ToolOutcome other -> throw new AssertionError(tool + ": " + other);
        };
    }

    Object value(String tool) {
        return value(tool, Optional.empty());
    }

    /** How a call that must fail does. */
    ToolOutcome.Failure failure(String tool) {
        return switch (call(tool)) {
            case ToolOutcome.Failure failure -> failure;
            case ToolOutcome.Success success -> throw new AssertionError(tool + ": " + success);
        };
    }

    @Override
    public void close() {
        endpoint.close();
        server.close();
    }
}
