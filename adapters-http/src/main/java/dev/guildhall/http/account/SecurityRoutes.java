package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordChange;
import dev.guildhall.ports.session.AccountSecurity;
import dev.guildhall.ports.session.ConnectedClient;
import dev.guildhall.ports.session.OwnSession;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sessions, password and erasure of an account over HTTP (accounts-19 to accounts-21). */
public final class SecurityRoutes {
    private record ClientJson(String id, String name) {
        static ClientJson of(ConnectedClient client) {
            return new ClientJson(client.id().value(), client.name());
        }
    }

    private record OwnSessionJson(
            String id,
            String createdAt,
            String expiresAt,
            boolean current,
            @Nullable ClientJson client,
            @Nullable String browser,
            @Nullable String system,
            @Nullable String address,
            String lastUsedAt) {
        static OwnSessionJson of(OwnSession own) {
            return new OwnSessionJson(
                    own.session().id().value(),
                    Json.timestamp(own.session().createdAt()),
                    Json.timestamp(own.session().expiresAt()),
                    own.current(),
                    own.session().client().map(ClientJson::of).orElse(null),
                    own.session().origin().browser().orElse(null),
                    own.session().origin().system().orElse(null),
                    own.session().origin().address().orElse(null),
                    Json.timestamp(
                            own.session().lastUsedAt().orElse(own.session().createdAt())));
        }
    }

    private final AccountSecurity security;

    public SecurityRoutes(AccountSecurity security) {
        this.security = security;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/auth/sessions", Access.BEARER, this::sessions),
                Route.delete("/auth/sessions/{sessionId}", Access.BEARER, this::endSession),
                Route.post("/auth/password", Access.BEARER, this::changePassword),
                Route.delete("/auth/account", Access.BEARER, this::deleteAccount));
    }

    private void sessions(Exchange exchange) {
        exchange.json(
                200,
                Json.page("sessions", security.sessions(exchange.caller(), exchange.page("ses")), OwnSessionJson::of));
    }

    private void endSession(Exchange exchange) {
        security.endSession(exchange.caller(), exchange.pathId("sessionId", "session", SessionId::new));
        exchange.noContent();
    }

    private void changePassword(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<String>> current = body.optional("currentPassword", RequestReader.text());
        Supplier<Password> next = body.required("newPassword", RequestReader.text(Password::new));
        Supplier<Boolean> revokeKeys = body.optional("revokeKeys", RequestReader.flag(), false);
        body.check();
        security.changePassword(exchange.caller(), new PasswordChange(current.get(), next.get(), revokeKeys.get()));
        exchange.noContent();
    }

    private void deleteAccount(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<String>> password = body.optional("password", RequestReader.text());
        body.check();
        security.deleteAccount(exchange.caller(), password.get());
        exchange.noContent();
    }
}
