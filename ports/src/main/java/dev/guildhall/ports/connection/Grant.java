package dev.guildhall.ports.connection;

import java.util.List;
import java.util.Optional;

/**
 * What a provider granted.
 *
 * @param tokens the tokens
 * @param scopes the granted scopes; absent when the provider did not say, which means all requested scopes (RFC 6749,
 *     5.1)
 */
public record Grant(Credential.OAuthTokens tokens, Optional<List<Scope>> scopes) {
    public Grant {
        scopes = scopes.map(List::copyOf);
    }
}
