package dev.guildhall.http.tool;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes integrations without tools, whose outside systems are never asked. */
public final class EmptyConnector implements IntegrationConnector {
    private record Added(IntegrationDefinition definition) implements ToolEndpoint {
        @Override
        public Integration integration() {
            return new Integration(
                    definition.key().name(),
                    definition.displayName(),
                    definition.description(),
                    definition.kind(),
                    new AuthScheme.None(),
                    Set.of(Role.USER),
                    Optional.empty(),
                    false,
                    definition.key().owner(),
                    Integration.Source.HTTP);
        }

        @Override
        public List<ToolDefinition> tools(Optional<Credential> credential) {
            return List.of();
        }

        @Override
        public ToolOutcome invoke(ToolInvocation invocation) {
            return new ToolOutcome.Success(Map.of());
        }
    }

    @Override
    public ToolEndpoint connect(
            IntegrationDefinition definition, int version, Optional<String> document, boolean inside) {
        return new Added(definition);
    }

    @Override
    public IntegrationDefinition completed(IntegrationDefinition definition, String document) {
        return definition;
    }

    @Override
    public String fetch(IntegrationDefinition definition, boolean inside) {
        return "{}";
    }
}
