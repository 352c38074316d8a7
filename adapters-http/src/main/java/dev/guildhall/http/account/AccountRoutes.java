package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.SecondFactor;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.function.Supplier;

/** Registration, sign-in and sessions over HTTP (accounts-1 to accounts-23, accounts-41, accounts-47). */
public final class AccountRoutes {
    private final Accounts accounts;

    public AccountRoutes(Accounts accounts) {
        this.accounts = accounts;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/auth/register", Access.PUBLIC, this::register),
                Route.post("/auth/setup", Access.BEARER, this::setUp),
                Route.post("/auth/login", Access.SIGN_IN, this::login),
                Route.post("/auth/login/second-factor", Access.SIGN_IN, this::secondFactor),
                Route.post("/auth/login/passkey/options", Access.SIGN_IN, this::beginPasskey),
                Route.post("/auth/login/passkey", Access.SIGN_IN, this::passkey),
                Route.post("/auth/token/refresh", Access.PUBLIC, this::refresh),
                Route.finish("/auth/logout", Access.BEARER, this::logout),
                Route.get("/auth/session", Access.BEARER, this::session));
    }

    private void register(Exchange exchange) {
        Registration registration = AccountJson.registration(exchange.body());
        exchange.secretJson(201, AccountJson.RegisteredJson.of(accounts.register(exchange.caller(), registration)));
    }

    private void setUp(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<SetupToken> token = body.required("token", RequestReader.text(SetupToken::new));
        body.check();
        accounts.setUp(exchange.caller(), token.get());
        exchange.noContent();
    }

    private void login(Exchange exchange) {
        Credentials credentials = AccountJson.credentials(exchange.body());
        exchange.secretJson(200, AccountJson.SignedInJson.of(accounts.signIn(exchange.caller(), credentials)));
    }

    private void secondFactor(Exchange exchange) {
        SecondFactor second = AccountJson.secondFactor(exchange.body());
        exchange.secretJson(200, AccountJson.SignedInJson.of(accounts.signIn(exchange.caller(), second)));
    }

    private void beginPasskey(Exchange exchange) {
        exchange.json(200, PasskeyJson.RequestJson.of(accounts.beginPasskeySignIn(exchange.caller())));
    }

    private void passkey(Exchange exchange) {
        PasskeyAssertion assertion = AccountJson.passkey(exchange.body());
        exchange.secretJson(200, AccountJson.SignedInJson.of(accounts.signIn(exchange.caller(), assertion)));
    }

    private void refresh(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<RefreshToken> token = body.required("refreshToken", RequestReader.text(RefreshToken::new));
        body.check();
        exchange.secretJson(200, AccountJson.TokensJson.of(accounts.refresh(exchange.caller(), token.get())));
    }

    private void logout(Exchange exchange) {
        accounts.signOut(exchange.caller());
        exchange.noContent();
    }

    private void session(Exchange exchange) {
        exchange.json(200, AccountJson.SessionJson.of(accounts.session(exchange.caller())));
    }
}
