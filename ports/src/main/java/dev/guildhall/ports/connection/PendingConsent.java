package dev.guildhall.ports.connection;

import dev.guildhall.ports.oauth.RedirectUri;
import java.time.Instant;
import java.util.List;

/**
 * A connection that was begun and waits for the browser.
 *
 * @param stateHash SHA-256 of the state, lower-case hexadecimal; the state itself is kept nowhere
 * @param key who connects to what
 * @param redirectUri where the browser is sent in the end
 * @param scopes what was asked for
 * @param verifier as in {@link ConsentRequest}; encrypted at rest
 * @param expiresAt when it is forgotten
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
