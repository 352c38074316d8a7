package dev.guildhall.ports.tool;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import java.util.List;

/** The definition of a tool of the integration {@code acme}. */
final class ActTool {
    private ActTool() {}

    static ToolDefinition of(String description, String version, ToolParameters parameters, List<Scope> scopes) {
        return of("acme.act", description, version, parameters, scopes);
    }

    static ToolDefinition of(
            String name, String description, String version, ToolParameters parameters, List<Scope> scopes) {
        return new ToolDefinition(
                new ToolName(name),
                new ToolDescription(description),
                new ToolVersion(version),
                parameters,
                new IntegrationName("acme"),
                scopes);
    }
}
