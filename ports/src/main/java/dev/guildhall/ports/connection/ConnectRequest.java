package dev.guildhall.ports.connection;

import dev.guildhall.ports.oauth.RedirectUri;
import java.util.List;
import java.util.Optional;

/**
 * A request to connect to an integration.
 *
 * @param integration the integration
 * @param redirectUri where the server sends the browser at the end; needed only for consent
 * @param scopes the scopes to request in addition to those that are granted; absent means all
 * @param apiKey the caller's key; needed when the integration uses keys
 */
public record ConnectRequest(
        IntegrationName integration,
        Optional<RedirectUri> redirectUri,
        Optional<List<Scope>> scopes,
        Optional<Credential.ApiKey> apiKey) {
    /** The most characters of a key. */
    public static final int MAX_KEY = 4096;
}
