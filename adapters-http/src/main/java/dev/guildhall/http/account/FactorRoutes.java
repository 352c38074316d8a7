package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.FactorId;
import dev.guildhall.ports.account.Factors;
import dev.guildhall.ports.account.NewTotp;
import dev.guildhall.ports.account.OwnFactors;
import dev.guildhall.ports.passkey.NewPasskey;
import dev.guildhall.ports.passkey.PasskeyName;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Second factors over HTTP (accounts-40 to accounts-43, accounts-45 to accounts-48). */
public final class FactorRoutes {
    record FactorJson(
            String id,
            String kind,
            @Nullable String name,
            String createdAt,
            @Nullable String lastUsedAt) {
        static FactorJson of(Factor factor) {
            return new FactorJson(
                    factor.id().value(),
                    factor.kind().wireName(),
                    factor.passkey().map(passkey -> passkey.name().value()).orElse(null),
                    Json.timestamp(factor.createdAt()),
                    factor.lastUsedAt().map(Json::timestamp).orElse(null));
        }
    }

    private record FactorsJson(List<FactorJson> factors, int recoveryCodes, boolean required) {
        static FactorsJson of(OwnFactors own) {
            return new FactorsJson(
                    own.factors().stream().map(FactorJson::of).toList(), own.recoveryCodes(), own.isRequired());
        }
    }

    /** The picture is a data address, which the policy of the pages allows. */
    private record TotpJson(String id, String secret, String uri, String qr) {}

    private record RecoveryCodesJson(List<String> recoveryCodes) {}

    private final Factors factors;

    public FactorRoutes(Factors factors) {
        this.factors = factors;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/auth/factors", Access.BEARER, this::list),
                Route.post("/auth/factors/totp", Access.BEARER, this::beginTotp),
                Route.post("/auth/factors/totp/confirm", Access.BEARER, this::confirmTotp),
                Route.post("/auth/factors/passkeys/options", Access.BEARER, this::beginPasskey),
                Route.post("/auth/factors/passkeys", Access.BEARER, this::addPasskey),
                Route.post("/auth/factors/recovery-codes", Access.BEARER, this::renewRecoveryCodes),
                Route.delete("/auth/factors/{factorId}", Access.BEARER, this::remove),
                Route.delete("/admin/users/{userId}/factors", Access.BEARER, this::reset));
    }

    private void list(Exchange exchange) {
        exchange.json(200, FactorsJson.of(factors.factors(exchange.caller())));
    }

    private void beginTotp(Exchange exchange) {
        NewTotp made = factors.beginTotp(exchange.caller());
        exchange.secretJson(201, new TotpJson(made.id().value(), made.secret(), made.uri(), QrPicture.of(made.uri())));
    }

    private void confirmTotp(Exchange exchange) {
        String code = exchange.body().checked("code", RequestReader.text());
        exchange.secretJson(200, new RecoveryCodesJson(factors.confirmTotp(exchange.caller(), code)));
    }

    private void beginPasskey(Exchange exchange) {
        exchange.secretJson(200, PasskeyJson.CreationJson.of(factors.beginPasskey(exchange.caller())));
    }

    private void addPasskey(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<PasskeyName> name = body.required("name", RequestReader.text(PasskeyName::parse));
        Supplier<NewPasskey> made = body.required("credential", PasskeyJson.made());
        body.check();
        exchange.secretJson(
                201, PasskeyJson.AddedJson.of(factors.addPasskey(exchange.caller(), name.get(), made.get())));
    }

    private void renewRecoveryCodes(Exchange exchange) {
        exchange.secretJson(
                200, new RecoveryCodesJson(factors.renewRecoveryCodes(exchange.caller(), password(exchange))));
    }

    private void remove(Exchange exchange) {
        Optional<String> password = password(exchange);
        factors.remove(exchange.caller(), exchange.pathId("factorId", "factor", FactorId::new), password);
        exchange.noContent();
    }

    private static Optional<String> password(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<String>> password = body.optional("password", RequestReader.text());
        body.check();
        return password.get();
    }

    private void reset(Exchange exchange) {
        factors.reset(exchange.caller(), exchange.pathId("userId", "user", UserId::new));
        exchange.noContent();
    }
}
