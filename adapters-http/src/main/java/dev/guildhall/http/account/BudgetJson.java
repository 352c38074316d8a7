package dev.guildhall.http.account;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.BudgetUse;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

record BudgetJson(
        @Nullable BigDecimal amount,
        String currency,
        String period,
        @Nullable BigDecimal used,
        @Nullable String renewsAt) {
    private static final RequestReader<Supplier<Budget>> FIELDS = RequestReader.object(BudgetJson::fields);

    static @Nullable BudgetJson of(Optional<Budget> budget, Optional<BudgetUse> use) {
        return budget.map(known -> new BudgetJson(
                        Json.amount(Optional.of(known.amount())),
                        known.currency().getCurrencyCode(),
                        known.period().wireName(),
                        Json.amount(use.map(BudgetUse::used)),
                        use.map(BudgetUse::renewsAt).map(Json::timestamp).orElse(null)))
                .orElse(null);
    }

    static Budget read(JsonNode node, String path) {
        return RequestReader.below(path, FIELDS.read(node, path));
    }

    private static Supplier<Budget> fields(JsonBody body) {
        Supplier<BigDecimal> amount = body.required("amount", BudgetJson::amount);
        Supplier<Currency> currency = body.required("currency", RequestReader.text(BudgetJson::currency));
        Supplier<Budget.Period> period = body.required("period", RequestReader.text(BudgetJson::period));
        body.check();
        return () -> new Budget(amount.get(), currency.get(), period.get());
    }

    private static BigDecimal amount(JsonNode node, String path) {
        if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
            throw Refusal.invalid(path, "must be a number between 0 and " + Budget.MOST);
        }
        return node.decimalValue();
    }

    private static Currency currency(String code) {
        try {
            return Currency.getInstance(code);
        } catch (IllegalArgumentException unknown) {
            throw Refusal.invalid("currency", "must be an ISO 4217 code such as USD");
        }
    }

    private static Budget.Period period(String name) {
        return Budget.Period.fromWire(name).orElseThrow(() -> Refusal.invalid("period", "must be one of day, month"));
    }
}
