package dev.guildhall.ports.tool;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Locale;

/**
 * What a tool is, apart from who registered it: with one name and one version it never changes (contract 2).
 *
 * @param name its first part is the integration
 * @param description what it does and when to use it
 * @param version which version of that name
 * @param parameters what it is called with
 * @param integration the integration that it uses, which need not be in the catalogue
 * @param requiredScopes what the caller's connection must be allowed to do; none means that any connection will do; at
 *     most {@value #MAX_SCOPES}, without repeats, in the order given
 */
public record ToolDefinition(
        ToolName name,
        ToolDescription description,
        ToolVersion version,
        ToolParameters parameters,
        IntegrationName integration,
        List<Scope> requiredScopes) {
    /** The most scopes that a tool may need. */
    public static final int MAX_SCOPES = 100;

    public ToolDefinition {
        requiredScopes = requiredScopes.stream().distinct().toList();
        if (requiredScopes.size() > MAX_SCOPES) {
            throw Refusal.invalid("requiredScopes", "must be at most " + MAX_SCOPES);
        }
        if (!name.integration().equals(integration.value())) {
            throw Refusal.invalid("name", "must begin with the integration, " + integration + ".");
        }
    }

    /** What a text filter looks into: the name and the description in lower case, each in a line of its own. */
    public String searchText() {
        return (name + "\n" + description).toLowerCase(Locale.ROOT);
    }

    /** The same under another version. */
    public ToolDefinition withVersion(ToolVersion other) {
        return new ToolDefinition(name, description, other, parameters, integration, requiredScopes);
    }
}
