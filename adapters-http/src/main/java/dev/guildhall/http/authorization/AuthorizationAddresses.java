package dev.guildhall.http.authorization;

import dev.guildhall.http.Exchange;
import dev.guildhall.http.PublicAddress;
import java.net.URI;
import java.util.Optional;

/**
 * The address that the authorization server has for a client.
 *
 * @param configured the public address of the installation, without a slash at its end; absent means the address that
 *     the request names: a client refuses documents about another address than the one that its user gave it. The
 *     server accepts requests only for its own hosts, and the address is neither stored nor part of a token
 * @param changing the address that an admin may set, which the requests have that name its host: a proxy may serve it
 *     with another scheme
 */
public record AuthorizationAddresses(Optional<String> configured, Optional<PublicAddress> changing) {
    public AuthorizationAddresses(Optional<String> configured) {
        this(configured, Optional.empty());
    }

    /** The same with an address that an admin may set. */
    public AuthorizationAddresses with(PublicAddress address) {
        return new AuthorizationAddresses(configured, Optional.of(address));
    }

    AuthorizationServer of(Exchange exchange) {
        return of(exchange.address());
    }

    /** @param requested the address of this server that the request names, without a slash at its end */
    public AuthorizationServer of(String requested) {
        return new AuthorizationServer(configured.or(() -> changed(requested)).orElse(requested));
    }

    private Optional<String> changed(String requested) {
        return changing.flatMap(address -> address.ofHost(URI.create(requested).getHost()));
    }
}
