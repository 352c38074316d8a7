package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.ports.connection.AuthScheme;
import java.util.Optional;

/**
 * What a manifest says about credentials.
 *
 * @param scheme what a user must do
 * @param place where the credential goes
 * @param client the OAuth client; absent for other schemes, and while it is not configured
 */
record Auth(AuthScheme scheme, CredentialPlace place, Optional<OAuthClientOptions> client) {
    static final Auth NONE = new Auth(new AuthScheme.None(), new CredentialPlace.Nowhere(), Optional.empty());
}
