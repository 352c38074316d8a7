package dev.guildhall.core.config;

import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.completion.PassedMeasure;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;

/**
 * The prices of models (keys-10). A key is the identifier of a model, or a pattern in which a star
 * stands for any text. An exact identifier is preferred to a pattern, and a pattern with more literal characters to one
 * with fewer.
 *
 * @param currency of all prices and budgets
 * @param byModel by identifier or pattern
 * @param unpricedAllowed whether a caller with a budget may use models without a price, which it does not limit
 */
public record Prices(Currency currency, Map<String, ModelPrice> byModel, boolean unpricedAllowed) {
    public static final Prices NONE = new Prices(Currency.getInstance("USD"), Map.of());

    private static final String ANY = "*";

    /** Creates prices that allow callers with a budget only models with a price. */
    public Prices(Currency currency, Map<String, ModelPrice> byModel) {
        this(currency, byModel, false);
    }

    public Prices {
        byModel = Map.copyOf(byModel);
    }

    public Optional<ModelPrice> of(String model) {
        Optional<ModelPrice> exact = Optional.ofNullable(byModel.get(model));
        return exact.isPresent() || byModel.isEmpty() ? exact : byPattern(model);
    }

    private Optional<ModelPrice> byPattern(String model) {
        return byModel.entrySet().stream()
                .filter(entry -> entry.getKey().contains(ANY) && matches(entry.getKey(), model))
                .min(Comparator.<Map.Entry<String, ModelPrice>>comparingInt(entry -> -literals(entry.getKey()))
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getValue);
    }

    private static int literals(String pattern) {
        return pattern.replace(ANY, "").length();
    }

    /** The first and the last part are at the ends; each other part is found at its first place after the one before. */
    private static boolean matches(String pattern, String model) {
        String[] parts = pattern.split("\\*", -1);
        String last = parts[parts.length - 1];
        int end = model.length() - last.length();
        if (!model.startsWith(parts[0]) || !model.endsWith(last) || end < parts[0].length()) {
            return false;
        }
        int from = parts[0].length();
        for (int i = 1; i < parts.length - 1; i++) {
            int found = model.indexOf(parts[i], from);
            if (found < 0 || found + parts[i].length() > end) {
                return false;
            }
            from = found + parts[i].length();
        }
        return true;
    }

    /** What a request cost; empty when the model has no price. */
    public Optional<BigDecimal> cost(UsageEntry.Asked asked, Usage usage) {
        return of(asked.model()).map(price -> price.of(asked, usage));
    }

    /** What a request that passed unchanged cost; empty when the model has no price. */
    public Optional<BigDecimal> cost(UsageEntry.Asked asked, Usage usage, PassedMeasure measure) {
        return of(asked.model())
                .map(price -> price.of(asked, usage).add(price.units().of(measure)));
    }
}
