package dev.guildhall.integrations.openapi;

import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.ports.connection.AuthScheme;
import java.net.URI;
import java.util.Optional;

/**
 * How users sign in to an API.
 *
 * @param scheme the key or the consent that a user needs, as {@code auth} of a manifest names it
 * @param place where the credential stands in a request
 * @param provider the addresses of the consent that the document names; absent for other schemes, and for a consent whose
 *     addresses come from elsewhere
 */
public record ApiAuth(AuthScheme scheme, CredentialPlace place, Optional<Provider> provider) {
    /** No sign-in. */
    public static final ApiAuth NONE =
            new ApiAuth(new AuthScheme.None(), new CredentialPlace.Nowhere(), Optional.empty());

    /**
     * The addresses of an OAuth 2.0 provider.
     *
     * @param authorizationUrl the consent page
     * @param tokenUrl where codes and refresh tokens are exchanged
     */
    public record Provider(URI authorizationUrl, URI tokenUrl) {}
}
