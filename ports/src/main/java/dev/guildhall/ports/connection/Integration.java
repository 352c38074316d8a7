package dev.guildhall.ports.connection;

import dev.guildhall.ports.Role;
import java.util.Set;

/**
 * An outside system whose tools can be called, or the built-in tools (spec/1, integrations; contract 2).
 *
 * @param name unique in the installation
 * @param displayName the name that users see
 * @param description what it is used for
 * @param kind how its tools run
 * @param auth what a user must do first
 * @param roles the roles that may execute its tools, at least one
 */
public record Integration(
        IntegrationName name,
        String displayName,
        String description,
        IntegrationKind kind,
        AuthScheme auth,
        Set<Role> roles) {
    public Integration {
        roles = Set.copyOf(roles);
    }

    /**
     * Whether users can connect to it: when it needs consent, an OAuth client must be configured. Otherwise lists and
     * searches leave out its tools, except tools that users registered (contract 2).
     */
    public boolean isConfigured() {
        return switch (auth) {
            case AuthScheme.None ignored -> true;
            case AuthScheme.ApiKey ignored -> true;
            case AuthScheme.OAuth2 oauth -> oauth.configured();
        };
    }
}
