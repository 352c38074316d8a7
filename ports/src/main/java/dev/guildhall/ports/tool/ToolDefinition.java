package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The definition of a tool, independent of its registrant: for one name and one version it never changes (tools-3).
 *
 * @param name its first part is the integration
 * @param description what it does and when to use it
 * @param version the version
 * @param parameters its parameters
 * @param integration the integration that it uses, which the installation need not have
 * @param requiredScopes the scopes that the caller's connection needs; none means that every connection is sufficient;
 *     at most {@value #MAX_SCOPES}, without repeats, in the order given
 * @param declared the tool as its server of the Model Context Protocol lists it, with all members; empty for other tools,
 *     and for those that an earlier version imported
 */
public record ToolDefinition(
        ToolName name,
        ToolDescription description,
        ToolVersion version,
        ToolParameters parameters,
        IntegrationName integration,
        List<Scope> requiredScopes,
        Map<String, Object> declared) {
    /** The most scopes that a tool may need. */
    public static final int MAX_SCOPES = 100;

    public ToolDefinition {
        declared = JsonData.copy(declared);
        requiredScopes = requiredScopes.stream().distinct().toList();
        if (requiredScopes.size() > MAX_SCOPES) {
            throw Refusal.invalid("requiredScopes", "must be at most " + MAX_SCOPES);
        }
        if (!name.integration().equals(integration.value())) {
            throw Refusal.invalid("name", "must begin with the integration, " + integration + ".");
        }
    }

    /** A tool that no server of the Model Context Protocol lists. */
    public ToolDefinition(
            ToolName name,
            ToolDescription description,
            ToolVersion version,
            ToolParameters parameters,
            IntegrationName integration,
            List<Scope> requiredScopes) {
        this(name, description, version, parameters, integration, requiredScopes, Map.of());
    }

    /** The text that a filter searches: the name and the description in lower case, each on its own line. */
    public String searchText() {
        return (name + "\n" + description).toLowerCase(Locale.ROOT);
    }

    /** The same definition with another version. */
    public ToolDefinition withVersion(ToolVersion other) {
        return new ToolDefinition(name, description, other, parameters, integration, requiredScopes, declared);
    }

    /** The same definition with what its server declares now. */
    public ToolDefinition withDeclared(Map<String, Object> now) {
        return new ToolDefinition(name, description, version, parameters, integration, requiredScopes, now);
    }
}
