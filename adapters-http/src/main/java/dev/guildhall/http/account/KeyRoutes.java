package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.key.SigningKeys;
import java.util.List;

/** The keys that access tokens are signed with, over HTTP, for admins. Thread-safe. */
public final class KeyRoutes {
    private final SigningKeys keys;

    public KeyRoutes(SigningKeys keys) {
        this.keys = keys;
    }

    /** All routes, below the base of the account service. */
    public List<Route> routes() {
        return List.of(
                Route.get("/auth/keys", Access.BEARER, this::keys),
                Route.post("/auth/keys/rotate", Access.BEARER, this::rotate));
    }

    private void keys(Exchange exchange) {
        exchange.json(200, KeyJson.AllJson.of(keys.keys(exchange.caller())));
    }

    private void rotate(Exchange exchange) {
        exchange.json(200, KeyJson.AllJson.of(keys.rotate(exchange.caller())));
    }
}
