package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An integration that users added and that cannot be used any more, for example after an update of the server. */
record UnusableEndpoint(Integration integration) implements ToolEndpoint {
    UnusableEndpoint(IntegrationDefinition definition, String reason) {
        this(new Integration(
                definition.key().name(),
                definition.displayName(),
                definition.description(),
                definition.kind(),
                new AuthScheme.None(),
                Set.of(Role.USER),
                Optional.of(reason),
                false,
                definition.key().owner(),
                Integration.Source.HTTP));
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        throw new Refusal(
                new ToolProblem.IntegrationUnavailable(integration.name().value(), reason()));
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        return new ToolOutcome.Failure(FailureKind.FAILED, reason());
    }

    private String reason() {
        return integration.fault().orElseThrow();
    }
}
