package dev.guildhall.ports.connection;

import java.net.URI;
import java.util.List;

/**
 * A request for a user's consent at a provider.
 *
 * @param callback the address of this installation that the browser comes back to
 * @param scopes the requested scopes
 * @param state ties the provider's answer to this request
 * @param verifier the secret that the code is exchanged with (RFC 7636); only its SHA-256 is sent through the browser
 */
public record ConsentRequest(URI callback, List<Scope> scopes, String state, String verifier) {
    public ConsentRequest {
        scopes = List.copyOf(scopes);
    }

    @Override
    public String toString() {
        return "ConsentRequest[" + callback + ", " + scopes + "]";
    }
}
