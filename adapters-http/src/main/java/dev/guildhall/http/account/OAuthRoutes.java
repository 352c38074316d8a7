package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.oauth.OAuthGrant;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.oauth.OAuthState;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Sign-in with providers over HTTP (accounts-24 to accounts-29). */
public final class OAuthRoutes {
    private static final RequestReader<OAuthState> STATE = RequestReader.text(OAuthState::new);

    private final OAuthSignIn oauth;

    public OAuthRoutes(OAuthSignIn oauth) {
        this.oauth = oauth;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/auth/oauth/providers", Access.PUBLIC, this::providers),
                Route.get("/auth/oauth/{provider}/authorize", Access.OPTIONAL, this::begin),
                Route.post("/auth/login/oauth", Access.SIGN_IN, this::login),
                Route.get("/auth/identities", Access.BEARER, this::identities),
                Route.post("/auth/identities", Access.BEARER, this::link),
                Route.delete("/auth/identities/{identityId}", Access.BEARER, this::unlink));
    }

    private void providers(Exchange exchange) {
        exchange.json(200, Json.list("providers", oauth.providers(exchange.caller()), AccountJson.ProviderJson::of));
    }

    private void begin(Exchange exchange) {
        ProviderName provider = new ProviderName(exchange.path("provider"));
        RedirectUri redirectUri = exchange.requiredQuery("redirectUri", RedirectUri::new);
        exchange.secretJson(200, AccountJson.BegunJson.of(oauth.begin(exchange.caller(), provider, redirectUri)));
    }

    private void login(Exchange exchange) {
        JsonBody body = exchange.body();
        OAuthGrant grant = grant(body, body.optional("state", STATE));
        exchange.secretJson(200, AccountJson.SignedInJson.of(oauth.signIn(exchange.caller(), grant)));
    }

    private void identities(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "identities",
                        oauth.identities(exchange.caller(), exchange.page("idn")),
                        AccountJson.IdentityJson::of));
    }

    private void link(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<OAuthState> state = body.required("state", STATE);
        OAuthGrant grant = grant(body, () -> Optional.of(state.get()));
        exchange.json(201, AccountJson.IdentityJson.of(oauth.link(exchange.caller(), grant)));
    }

    private void unlink(Exchange exchange) {
        oauth.unlink(exchange.caller(), exchange.pathId("identityId", "identity", IdentityId::new));
        exchange.noContent();
    }

    private static OAuthGrant grant(JsonBody body, Supplier<Optional<OAuthState>> state) {
        Supplier<ProviderName> provider = body.required("provider", RequestReader.text(ProviderName::new));
        Supplier<AuthorizationCode> code = body.required("code", RequestReader.text(AuthorizationCode::new));
        Supplier<RedirectUri> redirectUri = body.required("redirectUri", RequestReader.text(RedirectUri::new));
        body.check();
        return new OAuthGrant(provider.get(), code.get(), redirectUri.get(), state.get());
    }
}
