package dev.guildhall.integrations.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.CodeExchange;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.OAuthProof;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.OAuthState;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A sign-in through a provider, step by step. */
final class ProviderFixture {
    static final RedirectUri BACK = new RedirectUri("http://localhost:3000/back");
    static final OAuthProof PROOF = new OAuthProof("v".repeat(43), "the nonce");

    private ProviderFixture() {}

    static ClientOptions client(String name, String issuer) {
        return new ClientOptions(new ProviderName(name), Optional.of(issuer), Codes.CLIENT, Optional.of(Codes.SECRET));
    }

    static OAuthProvider provider(ClientOptions client, OAuthTimeouts timeouts, InstantSource clock) {
        return ConfiguredProviders.of(List.of(client), timeouts, clock).all().getFirst();
    }

    static OAuthProvider provider(ClientOptions client) {
        return provider(client, OAuthTimeouts.DEFAULT, InstantSource.system());
    }

    /** A code that a browser returned with. */
    static AuthorizationCode code(OAuthProvider provider) {
        AuthorizationRequest request = new AuthorizationRequest(BACK, new OAuthState("the state"), PROOF);
        Browser.Back back = Browser.visit(provider.authorizationUrl(request));
        assertThat(back.state()).isEqualTo("the state");
        return new AuthorizationCode(back.code());
    }

    static ExternalIdentity exchange(OAuthProvider provider, AuthorizationCode code) {
        return provider.exchange(new CodeExchange(code, BACK, Optional.of(PROOF)));
    }

    static ExternalIdentity signIn(OAuthProvider provider) {
        return exchange(provider, code(provider));
    }
}
