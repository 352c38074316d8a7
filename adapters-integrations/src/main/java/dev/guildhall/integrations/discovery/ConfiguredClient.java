package dev.guildhall.integrations.discovery;

import java.util.Optional;

/**
 * A client that an operator registered at the authorization server.
 *
 * @param id an https address is one of a client id metadata document
 * @param secret absent for a client that uses only PKCE
 * @param issuer the server that knows the client: no other one receives its secret; absent means the one that is
 *     discovered
 */
public record ConfiguredClient(String id, Optional<String> secret, Optional<String> issuer) {
    @Override
    public String toString() {
        return "ConfiguredClient[" + id + "]";
    }
}
