package dev.guildhall.ports.connection;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * An outside system whose tools can be called, or the built-in tools (tools-16).
 *
 * @param name unique among those that a user sees
 * @param displayName the name that users see
 * @param description what it is used for
 * @param kind how its tools run
 * @param auth what a user must do first
 * @param roles the roles that may execute its tools, at least one
 * @param fault why its tools cannot run as the server is set up, in a sentence that says what to do; absent when they can
 * @param sampling whether the model of this server answers what it asks a model, for callers that cannot (tools-26)
 * @param owner the user who alone sees it; absent when all do
 * @param source who declares it
 */
public record Integration(
        IntegrationName name,
        String displayName,
        String description,
        IntegrationKind kind,
        AuthScheme auth,
        Set<Role> roles,
        Optional<String> fault,
        boolean sampling,
        Optional<UserId> owner,
        Source source) {
    /** Who declares an integration. */
    public enum Source {
        /** The program. */
        BUILTIN,
        /** A manifest. */
        MANIFEST,
        /** A user, while the server runs. */
        HTTP;

        /** The name in JSON: {@code builtin}, {@code manifest}, {@code http}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Identifies an integration.
     *
     * @param owner the user who alone sees it; absent when all do
     */
    public record Key(Optional<UserId> owner, IntegrationName name) {}

    public Integration {
        roles = Set.copyOf(roles);
    }

    /** An integration of the program or a manifest. */
    public Integration(
            IntegrationName name,
            String displayName,
            String description,
            IntegrationKind kind,
            AuthScheme auth,
            Set<Role> roles,
            Optional<String> fault,
            boolean sampling) {
        this(
                name,
                displayName,
                description,
                kind,
                auth,
                roles,
                fault,
                sampling,
                Optional.empty(),
                kind == IntegrationKind.IN_PROCESS ? Source.BUILTIN : Source.MANIFEST);
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
        return new Integration(name, displayName, description, kind, other, roles, fault, sampling, owner, source);
    }

    /** Identifies it. */
    public Key key() {
        return new Key(owner, name);
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
