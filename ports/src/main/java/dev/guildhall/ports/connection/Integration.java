package dev.guildhall.ports.connection;

import dev.guildhall.ports.Role;
import java.util.Set;

/**
 * An outside system whose tools can be called, or the built-in ones (spec/1, integrations; contract 2).
 *
 * @param name unique in the installation
 * @param displayName for people
 * @param description what it is good for
 * @param kind how its tools run
 * @param auth what a user must do first
 * @param roles who may execute its tools: whoever has one of these; at least one
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
     * Whether users can connect to it: an OAuth client is configured where consent needs one. Its tools, unless users
     * registered them, are in no list and no search before (contract 2).
     */
    public boolean isConfigured() {
        return switch (auth) {
            case AuthScheme.None ignored -> true;
            case AuthScheme.ApiKey ignored -> true;
            case AuthScheme.OAuth2 oauth -> oauth.configured();
        };
    }
}
