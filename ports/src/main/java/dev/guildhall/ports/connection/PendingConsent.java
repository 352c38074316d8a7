package dev.guildhall.ports.connection;

import dev.guildhall.ports.oauth.RedirectUri;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A request to connect that waits for the browser.
 *
 * @param stateHash SHA-256 of the state, lower-case hexadecimal; the state itself is not stored
 * @param key the user and the integration
 * @param redirectUri where the server sends the browser at the end
 * @param scopes the requested scopes
 * @param verifier as in {@link ConsentRequest}; encrypted at rest
 * @param expiresAt when it expires
 * @param registration as in {@link BegunConsent}; encrypted at rest
 */
public record PendingConsent(
        String stateHash,
        Connection.Key key,
        RedirectUri redirectUri,
        List<Scope> scopes,
        String verifier,
        Instant expiresAt,
        Optional<String> registration) {
    public PendingConsent {
        scopes = List.copyOf(scopes);
    }

    /** A request whose gateway needs nothing else. */
    public PendingConsent(
            String stateHash,
            Connection.Key key,
            RedirectUri redirectUri,
            List<Scope> scopes,
            String verifier,
            Instant expiresAt) {
        this(stateHash, key, redirectUri, scopes, verifier, expiresAt, Optional.empty());
    }

    @Override
    public String toString() {
        return "PendingConsent[" + key + "]";
    }
}
