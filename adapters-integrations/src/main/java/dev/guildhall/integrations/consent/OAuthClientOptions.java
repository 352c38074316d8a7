package dev.guildhall.integrations.consent;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses of an integration's OAuth 2.0 provider, and this installation's registration there.
 *
 * @param authorizationUrl the consent page; may have a query of its own
 * @param tokenUrl where codes and refresh tokens are exchanged
 * @param revocationUrl where tokens are revoked (RFC 7009); absent when the provider does not support that
 * @param clientId the provider's identifier of this installation
 * @param clientSecret absent for a client that uses only PKCE
 * @param pkce whether the provider supports a code challenge (RFC 7636, S256)
 * @param scopeSeparator the separator between scopes, one space unless the provider deviates
 * @param authorizationParameters further parameters of the authorization address, in this order
 * @param tokenAuthMethod how the client authenticates at the token and the revocation address
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
        TokenAuthMethod tokenAuthMethod) {
    public OAuthClientOptions {
        authorizationParameters = Collections.unmodifiableMap(new LinkedHashMap<>(authorizationParameters));
    }

    @Override
    public String toString() {
        return "OAuthClientOptions[" + clientId + " at " + tokenUrl + "]";
    }
}
