package dev.guildhall.http.webchat;

import dev.guildhall.http.Access;
import dev.guildhall.http.BrowserSessions;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.SessionCookie;
import dev.guildhall.http.account.OAuthJson;
import dev.guildhall.ports.account.AuthorizationCode;
import dev.guildhall.ports.account.BegunSignIn;
import dev.guildhall.ports.account.OAuthGrant;
import dev.guildhall.ports.account.OAuthSignIn;
import dev.guildhall.ports.account.OAuthState;
import dev.guildhall.ports.account.ProviderName;
import dev.guildhall.ports.account.RedirectUri;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/**
 * Sign-in of browsers with providers (contract 5). A cookie binds the state of a sign-in to the browser that began it: the
 * address that a provider sends the browser back to signs no other browser in. What fails leads to the page for signing in,
 * with the reason in its address. Thread-safe.
 */
public final class WebOAuthRoutes {
    /** What browsers are sent back to, with the name of the provider and {@code /callback} behind it. */
    public static final String PATH = "/api/session/oauth";

    private static final URI HOME = URI.create("/");

    private final OAuthSignIn oauth;
    private final BrowserSessions browsers;
    private final String address;
    private final SessionCookie cookie;

    /**
     * Routes of an installation.
     *
     * @param publicUrl the address of the service as users see it, without a slash at its end
     */
    public WebOAuthRoutes(OAuthSignIn oauth, BrowserSessions browsers, String publicUrl) {
        this.oauth = oauth;
        this.browsers = browsers;
        this.address = publicUrl + PATH;
        this.cookie = SessionCookie.ofSignIn(publicUrl);
    }

    /** All routes, below the service's base. */
    public List<Route> routes() {
        return List.of(
                Route.get("/api/session/providers", Access.PUBLIC, this::providers),
                Route.get(PATH + "/{provider}", Access.PUBLIC, this::begin),
                Route.get(PATH + "/{provider}/callback", Access.SIGN_IN, this::end));
    }

    private void providers(Exchange exchange) {
        exchange.json(200, OAuthJson.ProvidersJson.of(oauth.providers(exchange.caller())));
    }

    private void begin(Exchange exchange) {
        try {
            ProviderName provider = new ProviderName(exchange.path("provider"));
            BegunSignIn begun = oauth.begin(exchange.caller(), provider, callback(provider));
            exchange.cookie(cookie.with(begun.state().value()));
            exchange.redirect(begun.authorizationUrl());
        } catch (Refusal refusal) {
            exchange.redirect(failed(reason(refusal.problem())));
        }
    }

    private RedirectUri callback(ProviderName provider) {
        return new RedirectUri(address + "/" + provider.value() + "/callback");
    }

    private void end(Exchange exchange) {
        Optional<String> begun = exchange.cookieValue(cookie);
        exchange.cookie(cookie.cleared());
        Optional<OAuthState> state = exchange.query("state")
                .filter(sent -> begun.filter(own -> equal(own, sent)).isPresent())
                .map(OAuthState::new);
        if (state.isEmpty()) {
            exchange.redirect(failed("state"));
            return;
        }
        Optional<String> code = exchange.query("code");
        if (code.isEmpty()) {
            exchange.redirect(failed(
                    exchange.query("error").filter("access_denied"::equals).isPresent() ? "denied" : "refused"));
            return;
        }
        exchange.redirect(signedIn(exchange, state, code.get()));
    }

    private static boolean equal(String own, String sent) {
        return MessageDigest.isEqual(own.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }

    private URI signedIn(Exchange exchange, Optional<OAuthState> state, String code) {
        try {
            ProviderName provider = new ProviderName(exchange.path("provider"));
            OAuthGrant grant = new OAuthGrant(provider, new AuthorizationCode(code), callback(provider), state);
            browsers.begin(exchange, browsers.sessions().signIn(exchange.caller(), grant));
            return HOME;
        } catch (Refusal refusal) {
            return failed(reason(refusal.problem()));
        }
    }

    private static URI failed(String reason) {
        return URI.create("/sign-in?error=" + reason);
    }

    /** Texts for these stand in the page. What is not the user's or the provider's fault is answered as everywhere. */
    private static String reason(Problem problem) {
        return switch (problem) {
            case AccountProblem.StateNotValid ignored -> "state";
            case AccountProblem.CodeRefused ignored -> "refused";
            case AccountProblem.ProviderUnavailable ignored -> "unavailable";
            case AccountProblem.AccountNotLinked ignored -> "not_linked";
            case CommonProblem.Invalid ignored -> "provider";
            default -> throw new Refusal(problem);
        };
    }
}
