package dev.guildhall.integrations.provider;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.token.Token;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** This installation's registration at a provider, and its authentication there. Immutable. */
public final class ProviderClient {
    private final ClientID id;
    private final Optional<Secret> secret;

    /** Describes the registration; a client without a secret uses only PKCE. */
    public ProviderClient(String id, Optional<String> secret) {
        this.id = new ClientID(id);
        this.secret = secret.map(Secret::new);
    }

    public ClientID id() {
        return id;
    }

    /** A token request, with an authentication method that the provider supports. */
    public TokenRequest tokenRequest(OIDCProviderMetadata metadata, AuthorizationGrant grant) {
        List<ClientAuthenticationMethod> offered = Optional.ofNullable(metadata.getTokenEndpointAuthMethods())
                .orElse(List.of(ClientAuthenticationMethod.CLIENT_SECRET_BASIC));
        boolean inBody = !offered.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                && offered.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST);
        return tokenRequest(metadata.getTokenEndpointURI(), grant, inBody);
    }

    /** A token request, with the secret in the body or in an {@code Authorization} header. */
    public TokenRequest tokenRequest(URI endpoint, AuthorizationGrant grant, boolean secretInBody) {
        return tokenRequest(endpoint, grant, secretInBody, Optional.empty());
    }

    /** The same for a resource if there is one. */
    public TokenRequest tokenRequest(
            URI endpoint, AuthorizationGrant grant, boolean secretInBody, Optional<String> resource) {
        TokenRequest.Builder request = secret.map(
                        known -> new TokenRequest.Builder(endpoint, authentication(known, secretInBody), grant))
                .orElseGet(() -> new TokenRequest.Builder(endpoint, id, grant));
        resource.ifPresent(name -> request.customParameter("resource", name));
        return request.build();
    }

    /** A request to revoke a token (RFC 7009), with the same authentication. */
    public TokenRevocationRequest revocationRequest(URI endpoint, Token token, boolean secretInBody) {
        return secret.map(known -> new TokenRevocationRequest(endpoint, authentication(known, secretInBody), token))
                .orElseGet(() -> new TokenRevocationRequest(endpoint, id, token));
    }

    private ClientAuthentication authentication(Secret known, boolean inBody) {
        return inBody ? new ClientSecretPost(id, known) : new ClientSecretBasic(id, known);
    }
}
