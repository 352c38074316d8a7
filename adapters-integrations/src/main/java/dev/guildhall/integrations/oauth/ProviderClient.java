package dev.guildhall.integrations.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** This installation's registration at a provider, and its authentication there. Immutable. */
final class ProviderClient {
    private final ClientID id;
    private final Optional<Secret> secret;

    ProviderClient(ClientOptions options) {
        this.id = new ClientID(options.clientId());
        this.secret = options.clientSecret().map(Secret::new);
    }

    ClientID id() {
        return id;
    }

    /** A token request, with an authentication method that the provider supports. */
    TokenRequest tokenRequest(OIDCProviderMetadata metadata, AuthorizationGrant grant) {
        List<ClientAuthenticationMethod> offered = Optional.ofNullable(metadata.getTokenEndpointAuthMethods())
                .orElse(List.of(ClientAuthenticationMethod.CLIENT_SECRET_BASIC));
        boolean inBody = !offered.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                && offered.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST);
        return tokenRequest(metadata.getTokenEndpointURI(), grant, inBody);
    }

    TokenRequest tokenRequest(URI endpoint, AuthorizationGrant grant, boolean secretInBody) {
        return secret.map(known -> new TokenRequest.Builder(endpoint, authentication(known, secretInBody), grant))
                .orElseGet(() -> new TokenRequest.Builder(endpoint, id, grant))
                .build();
    }

    private ClientAuthentication authentication(Secret known, boolean inBody) {
        return inBody ? new ClientSecretPost(id, known) : new ClientSecretBasic(id, known);
    }
}
