package dev.guildhall.ports.connection;

import java.util.List;

/** What a user must do before an integration's tools run for them. */
public sealed interface AuthScheme {
    /** Nothing: it is always connected. */
    record None() implements AuthScheme {}

    /**
     * Hand over a key of theirs.
     *
     * @param scopes what such a key is taken to be allowed, for it does not say so itself
     */
    record ApiKey(List<Scope> scopes) implements AuthScheme {
        public ApiKey {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * Consent at the provider (RFC 6749, authorization code with PKCE).
     *
     * @param scopes what can be asked for, all of it unless a request names some
     * @param configured whether this installation is known to the provider: it has a client id
     */
    record OAuth2(List<Scope> scopes, boolean configured) implements AuthScheme {
        public OAuth2 {
            scopes = List.copyOf(scopes);
        }
    }

    /** The name on the wire: {@code none}, {@code apiKey}, {@code oauth2}. */
    default String wireName() {
        return switch (this) {
            case None ignored -> "none";
            case ApiKey ignored -> "apiKey";
            case OAuth2 ignored -> "oauth2";
        };
    }

    /** What can be granted. */
    default List<Scope> grantable() {
        return switch (this) {
            case None ignored -> List.of();
            case ApiKey(List<Scope> scopes) -> scopes;
            case OAuth2(List<Scope> scopes, boolean ignored) -> scopes;
        };
    }
}
