package dev.guildhall.core.account;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Parts;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.oauth.OAuthGrant;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.oauth.OAuthState;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.session.SignedIn;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** An installation with two providers, and the usual flows through them. */
final class OAuthFixture {
    static final RedirectUri BACK = new RedirectUri("https://app.example/back");

    final FakeProvider acme = new FakeProvider("acme");
    final FakeProvider other = new FakeProvider("other");
    final Installation installation;

    OAuthFixture() {
        this(parts -> parts);
    }

    OAuthFixture(UnaryOperator<Parts> change) {
        List<OAuthProvider> providers = List.of(acme, other);
        installation = new Installation(parts -> change.apply(parts.oauthProviders(() -> providers)));
    }

    OAuthSignIn oauth() {
        return installation.oauth();
    }

    static OAuthGrant grant(FakeProvider provider, AuthorizationCode code) {
        return new OAuthGrant(provider.details().name(), code, BACK, Optional.empty());
    }

    SignedIn signIn(AuthorizationCode code) {
        return oauth().signIn(Caller.anonymous(), grant(acme, code));
    }

    LinkedIdentity link(Caller caller, AuthorizationCode code) {
        ProviderName provider = acme.details().name();
        OAuthState state = oauth().begin(caller, provider, BACK).state();
        return oauth().link(caller, new OAuthGrant(provider, code, BACK, Optional.of(state)));
    }

    Account account(UserId id) {
        return installation.stores().accounts().find(id).orElseThrow();
    }

    static ProviderName name(String name) {
        return new ProviderName(name);
    }
}
