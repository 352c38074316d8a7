package dev.guildhall.integrations.consent;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How this installation is known to the OAuth 2.0 provider of an integration, and where that provider is.
 *
 * @param authorizationUrl where browsers are sent for consent; may have a query of its own
 * @param tokenUrl where codes and refresh tokens are exchanged
 * @param revocationUrl where tokens are given back (RFC 7009); absent where that cannot be done
 * @param clientId what the provider calls this installation
 * @param clientSecret absent for a client that proves itself by PKCE alone
 * @param pkce whether the provider takes a code challenge (RFC 7636, S256)
 * @param scopeSeparator what stands between scopes, one space unless the provider deviates
 * @param authorizationParameters what else is added to the authorization address, in this order
 * @param tokenAuthMethod how the client proves itself at the token and the revocation address
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
