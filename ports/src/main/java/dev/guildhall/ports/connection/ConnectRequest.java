package dev.guildhall.ports.connection;

import dev.guildhall.ports.oauth.RedirectUri;
import java.util.List;
import java.util.Optional;

/**
 * A wish to connect to an integration.
 *
 * @param integration to which one
 * @param redirectUri where the browser is to be sent in the end; needed for consent alone
 * @param scopes what to ask for, beside what is granted already; absent means everything
 * @param apiKey the caller's key; needed where one is wanted
 */
public record ConnectRequest(
        IntegrationName integration,
        Optional<RedirectUri> redirectUri,
        Optional<List<Scope>> scopes,
        Optional<Credential.ApiKey> apiKey) {
    /** The most characters of a key. */
    public static final int MAX_KEY = 4096;
}
