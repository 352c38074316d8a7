package dev.guildhall.integrations.consent;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses of an integration's OAuth 2.0 provider, and this installation's registration there.
 *
 * @param authorizationUrl the consent page; may have a query of its own
 * @param tokenUrl where codes and refresh tokens are exchanged
 * @param revocationUrl where tokens are revoked (RFC 7009); absent when the provider does not support that
 * @param clientId the provider's identifier of this installation
 * @param clientSecret absent for a client without a secret, which uses only PKCE
 * @param pkce whether the provider supports a code challenge (RFC 7636, S256)
 * @param scopeSeparator the separator between scopes, one space unless the provider deviates
 * @param authorizationParameters further parameters of the authorization address
 * @param secretInBody whether the client sends its secret in the body ({@code client_secret_post}) instead of an {@code
 *     Authorization: Basic} header
 * @param resource the server that the tokens are for (RFC 8707); absent for a provider that is not asked for one
 */
public record OAuthClientOptions(
        URI authorizationUrl,
        URI tokenUrl,
        Optional<URI> revocationUrl,
        String clientId,
        Optional<String> clientSecret,
        boolean pkce,
        String scopeSeparator,
        Map<String, String> authorizationParameters,
        boolean secretInBody,
        Optional<String> resource) {
    /** A provider whose tokens are not for a named server. */
    public OAuthClientOptions(
            URI authorizationUrl,
            URI tokenUrl,
            Optional<URI> revocationUrl,
            String clientId,
            Optional<String> clientSecret,
            boolean pkce,
            String scopeSeparator,
            Map<String, String> authorizationParameters,
            boolean secretInBody) {
        this(
                authorizationUrl,
                tokenUrl,
                revocationUrl,
                clientId,
                clientSecret,
                pkce,
                scopeSeparator,
                authorizationParameters,
                secretInBody,
                Optional.empty());
    }

    public OAuthClientOptions {
        authorizationParameters = Map.copyOf(authorizationParameters);
    }

    @Override
    public String toString() {
        return "OAuthClientOptions[" + clientId + " at " + tokenUrl + "]";
    }
}
