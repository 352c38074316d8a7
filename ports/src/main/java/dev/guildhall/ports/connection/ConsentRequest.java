package dev.guildhall.ports.connection;

import java.net.URI;
import java.util.List;

/**
 * What a provider is asked to ask a user.
 *
 * @param callback this installation's address that the browser comes back to
 * @param scopes what is asked for
 * @param state ties the answer to this request
 * @param verifier the secret that the code can be exchanged with (RFC 7636); only its SHA-256 goes into the address
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
