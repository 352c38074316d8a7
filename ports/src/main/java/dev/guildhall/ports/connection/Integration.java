package dev.guildhall.ports.connection;

import dev.guildhall.ports.Role;
import java.util.Optional;
import java.util.Set;

/**
 * An outside system whose tools can be called, or the built-in tools (tools-16).
 *
 * @param name unique in the installation
 * @param displayName the name that users see
 * @param description what it is used for
 * @param kind how its tools run
 * @param auth what a user must do first
 * @param roles the roles that may execute its tools, at least one
 * @param fault why its tools cannot run as the server is set up, in a sentence that says what to do; absent when they can
 * @param sampling whether the model of this server answers what it asks a model, for callers that cannot (tools-26)
 */
public record Integration(
        IntegrationName name,
        String displayName,
        String description,
        IntegrationKind kind,
        AuthScheme auth,
        Set<Role> roles,
        Optional<String> fault,
        boolean sampling) {
    public Integration {
        roles = Set.copyOf(roles);
    }

    /** An integration whose questions no model answers. */
    public Integration(
            IntegrationName name,
            String displayName,
            String description,
            IntegrationKind kind,
            AuthScheme auth,
            Set<Role> roles,
            Optional<String> fault) {
        this(name, displayName, description, kind, auth, roles, fault, false);
    }

    /** An integration that is set up. */
    public Integration(
            IntegrationName name,
            String displayName,
            String description,
            IntegrationKind kind,
            AuthScheme auth,
            Set<Role> roles) {
        this(name, displayName, description, kind, auth, roles, Optional.empty());
    }

    /** The same integration, whose users must do that first. */
    public Integration with(AuthScheme other) {
        return new Integration(name, displayName, description, kind, other, roles, fault, sampling);
    }

    /** Whether it lacks the OAuth client that users' consent needs. */
    public boolean lacksClient() {
        return auth instanceof AuthScheme.OAuth2 oauth && !oauth.configured();
    }

    /**
     * Whether its tools can run for users who connect to it. Otherwise lists and searches leave out its tools, except
     * tools that users registered (tools-6).
     */
    public boolean isUsable() {
        return fault.isEmpty() && !lacksClient();
    }
}
