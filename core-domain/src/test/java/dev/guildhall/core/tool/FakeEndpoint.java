package dev.guildhall.core.tool;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An integration without tools that users can connect to.
 *
 * @param integration the integration
 * @param consent the gateway for a user's consent
 */
public record FakeEndpoint(Integration integration, Optional<ConsentGateway> consent) implements ToolEndpoint {
    public static FakeEndpoint of(String name, AuthScheme auth, Optional<ConsentGateway> consent) {
        Integration integration = new Integration(
                new IntegrationName(name), name, "for tests", IntegrationKind.HTTP, auth, Set.of(Role.USER));
        return new FakeEndpoint(integration, consent);
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        return List.of();
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        return new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there are none");
    }
}
