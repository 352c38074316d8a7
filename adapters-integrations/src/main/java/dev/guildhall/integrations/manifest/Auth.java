package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.ports.connection.AuthScheme;
import java.util.Optional;

/**
 * The {@code auth} settings of a manifest.
 *
 * @param scheme the scheme of authentication
 * @param place the position of the credential
 * @param client the OAuth client; absent for other schemes, and while it is not configured
 */
record Auth(AuthScheme scheme, CredentialPlace place, Optional<OAuthClientOptions> client) {
    static final Auth NONE = new Auth(new AuthScheme.None(), new CredentialPlace.Nowhere(), Optional.empty());
}
