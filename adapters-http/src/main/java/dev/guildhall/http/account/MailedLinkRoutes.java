package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.MailedLinks;
import dev.guildhall.ports.account.Password;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The verification of addresses and the reset of passwords by mail, over HTTP (accounts-38, accounts-39). */
public final class MailedLinkRoutes {
    private final MailedLinks links;

    public MailedLinkRoutes(MailedLinks links) {
        this.links = links;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>(withoutSession());
        routes.add(Route.post("/auth/email/verification", Access.BEARER, this::requestVerification));
        return routes;
    }

    /** What the pages of mailed links use, whose users have not signed in. */
    public List<Route> withoutSession() {
        return List.of(
                Route.post("/auth/email/verify", Access.PUBLIC, this::verify),
                Route.post("/auth/password/forgot", Access.PUBLIC, this::forgot),
                Route.post("/auth/password/reset", Access.PUBLIC, this::reset));
    }

    private void requestVerification(Exchange exchange) {
        links.requestVerification(exchange.caller());
        exchange.noContent();
    }

    private void verify(Exchange exchange) {
        links.verify(exchange.caller(), exchange.body().checked("token", RequestReader.text()));
        exchange.noContent();
    }

    private void forgot(Exchange exchange) {
        links.requestReset(exchange.caller(), exchange.body().checked("email", RequestReader.text(Email::new)));
        exchange.noContent();
    }

    private void reset(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> token = body.required("token", RequestReader.text());
        Supplier<Password> password = body.required("newPassword", RequestReader.text(Password::new));
        body.check();
        links.reset(exchange.caller(), token.get(), password.get());
        exchange.noContent();
    }
}
