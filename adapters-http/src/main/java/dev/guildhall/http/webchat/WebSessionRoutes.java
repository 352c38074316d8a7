package dev.guildhall.http.webchat;

import dev.guildhall.http.Access;
import dev.guildhall.http.BrowserSessions;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.account.AccountJson;
import dev.guildhall.http.account.PasskeyJson;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.SecondFactor;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.webchat.OpenedSession;
import dev.guildhall.ports.webchat.SessionKey;
import dev.guildhall.ports.webchat.WebSessions;
import dev.guildhall.ports.webchat.WebUser;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Browser sessions over HTTP (chat-1 to chat-3). */
public final class WebSessionRoutes {
    /** The response to a sign-in, and to {@code GET /api/session}. */
    record SessionJson(String userId, @Nullable String email, String displayName, String expiresAt) {
        static SessionJson of(WebUser user) {
            return new SessionJson(
                    user.userId().value(),
                    user.email().map(Email::value).orElse(null),
                    user.displayName(),
                    Json.timestamp(user.expiresAt()));
        }
    }

    private final Accounts accounts;
    private final BrowserSessions browsers;
    private final WebSessions sessions;

    public WebSessionRoutes(Accounts accounts, BrowserSessions browsers) {
        this.accounts = accounts;
        this.browsers = browsers;
        this.sessions = browsers.sessions();
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api/session", Access.SIGN_IN, this::signIn),
                Route.post("/api/session/second-factor", Access.SIGN_IN, this::secondFactor),
                Route.post("/api/session/passkey/options", Access.SIGN_IN, this::beginPasskey),
                Route.post("/api/session/passkey", Access.SIGN_IN, this::passkey),
                Route.post("/api/session/register", Access.SIGN_IN, this::register),
                Route.get("/api/session", Access.PUBLIC, this::current),
                Route.post("/api/session/profile", Access.SESSION, this::activate),
                Route.delete("/api/session", Access.PUBLIC, this::signOut));
    }

    private void signIn(Exchange exchange) {
        Credentials credentials = AccountJson.credentials(exchange.body());
        open(exchange, 200, sessions.signIn(exchange.caller(), credentials));
    }

    private void secondFactor(Exchange exchange) {
        SecondFactor second = AccountJson.secondFactor(exchange.body());
        open(exchange, 200, sessions.signIn(exchange.caller(), second));
    }

    private void beginPasskey(Exchange exchange) {
        exchange.json(200, PasskeyJson.RequestJson.of(accounts.beginPasskeySignIn(exchange.caller())));
    }

    private void passkey(Exchange exchange) {
        PasskeyAssertion assertion = AccountJson.passkey(exchange.body());
        open(exchange, 200, sessions.signIn(exchange.caller(), assertion));
    }

    private void register(Exchange exchange) {
        Registration registration = AccountJson.registration(exchange.body());
        open(exchange, 201, sessions.register(exchange.caller(), registration));
    }

    private void open(Exchange exchange, int status, OpenedSession opened) {
        browsers.begin(exchange, opened);
        exchange.json(status, SessionJson.of(opened.user()));
    }

    /** A page that may be a first visit sends {@code optional}: browsers log every 401 as an error. */
    private void current(Exchange exchange) {
        try {
            SessionKey key = browsers.key(exchange)
                    .orElseThrow(() -> new Refusal(new CommonProblem.Unauthenticated("there is no session; sign in")));
            exchange.json(200, SessionJson.of(sessions.user(exchange.caller(), key)));
        } catch (Refusal refusal) {
            if (!exchange.flag("optional") || !(refusal.problem() instanceof CommonProblem.Unauthenticated)) {
                throw refusal;
            }
            exchange.noContent();
        }
    }

    private void activate(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<ProfileId> profileId = body.required("profileId", RequestReader.text(ProfileId::new));
        body.check();
        exchange.json(200, SessionJson.of(sessions.activate(exchange.caller(), profileId.get())));
    }

    private void signOut(Exchange exchange) {
        browsers.end(exchange);
        exchange.noContent();
    }
}
