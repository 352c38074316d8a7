package dev.guildhall.http.authorization;

import dev.guildhall.http.Exchange;
import java.util.Optional;

/**
 * The address that the authorization server has for a client.
 *
 * @param configured the public address of the installation, without a slash at its end; absent means the address that
 *     the request names: a client refuses documents about another address than the one that its user gave it. The
 *     server accepts requests only for its own hosts, and the address is neither stored nor part of a token
 */
public record AuthorizationAddresses(Optional<String> configured) {
    AuthorizationServer of(Exchange exchange) {
        return of(exchange.address());
    }

    /** @param requested the address of this server that the request names, without a slash at its end */
    public AuthorizationServer of(String requested) {
        return new AuthorizationServer(configured.orElse(requested));
    }
}
