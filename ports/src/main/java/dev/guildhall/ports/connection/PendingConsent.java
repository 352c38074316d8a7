package dev.guildhall.ports.connection;

import dev.guildhall.ports.oauth.RedirectUri;
import java.time.Instant;
import java.util.List;

/**
 * A request to connect that waits for the browser.
 *
 * @param stateHash SHA-256 of the state, lower-case hexadecimal; the state itself is not stored
 * @param key the user and the integration
 * @param redirectUri where the server sends the browser at the end
 * @param scopes the requested scopes
 * @param verifier as in {@link ConsentRequest}; encrypted at rest
 * @param expiresAt when it expires
 */
public record PendingConsent(
        String stateHash,
        Connection.Key key,
        RedirectUri redirectUri,
        List<Scope> scopes,
        String verifier,
        Instant expiresAt) {
    public PendingConsent {
        scopes = List.copyOf(scopes);
    }

    @Override
    public String toString() {
        return "PendingConsent[" + key + "]";
    }
}
