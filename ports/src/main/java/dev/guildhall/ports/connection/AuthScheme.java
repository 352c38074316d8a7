package dev.guildhall.ports.connection;

import java.util.List;

/** What a user must do before the tools of an integration run for them. */
public sealed interface AuthScheme {
    /** Nothing: the integration is always connected. */
    record None() implements AuthScheme {}

    /**
     * Provide an API key.
     *
     * @param scopes the scopes that a key is assumed to have, since a key does not name them
     */
    record ApiKey(List<Scope> scopes) implements AuthScheme {
        public ApiKey {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * Consent at the provider (RFC 6749, authorization code with PKCE).
     *
     * @param scopes the scopes that can be requested; a request that names none requests all of them
     * @param configured whether this installation has a client id at the provider
     */
    record OAuth2(List<Scope> scopes, boolean configured) implements AuthScheme {
        public OAuth2 {
            scopes = List.copyOf(scopes);
        }
    }

    /** The name in JSON: {@code none}, {@code apiKey}, {@code oauth2}. */
    default String wireName() {
        return switch (this) {
            case None ignored -> "none";
            case ApiKey ignored -> "apiKey";
            case OAuth2 ignored -> "oauth2";
        };
    }

    /** The scopes that can be granted. */
    default List<Scope> grantable() {
        return switch (this) {
            case None ignored -> List.of();
            case ApiKey(List<Scope> scopes) -> scopes;
            case OAuth2(List<Scope> scopes, boolean ignored) -> scopes;
        };
    }
}
