package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKeyDetails;
import dev.guildhall.ports.key.SigningKeys;
import dev.guildhall.wire.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys that access tokens are signed with, over HTTP, for admins. */
public final class SigningKeyRoutes {
    /** The JSON of one signing key; the time of an event that has not happened yet is null. */
    private record KeyJson(
            String kid,
            String status,
            String createdAt,
            @Nullable String activeFrom,
            @Nullable String retiredAt) {
        static KeyJson of(SigningKeyDetails key) {
            String createdAt = Json.timestamp(key.createdAt());
            return switch (key.phase()) {
                case KeyPhase.Next ignored -> new KeyJson(key.keyId(), "next", createdAt, null, null);
                case KeyPhase.Active(var from) ->
                    new KeyJson(key.keyId(), "active", createdAt, Json.timestamp(from), null);
                case KeyPhase.Retired(var from, var at) ->
                    new KeyJson(key.keyId(), "retired", createdAt, Json.timestamp(from), Json.timestamp(at));
            };
        }
    }

    private final SigningKeys keys;

    public SigningKeyRoutes(SigningKeys keys) {
        this.keys = keys;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/auth/keys", Access.BEARER, this::keys),
                Route.post("/auth/keys/rotate", Access.BEARER, this::rotate));
    }

    private void keys(Exchange exchange) {
        exchange.json(200, Json.list("keys", keys.keys(exchange.caller()), KeyJson::of));
    }

    private void rotate(Exchange exchange) {
        exchange.json(200, Json.list("keys", keys.rotate(exchange.caller()), KeyJson::of));
    }
}
