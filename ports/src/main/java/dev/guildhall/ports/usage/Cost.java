package dev.guildhall.ports.usage;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Optional;

/**
 * What the use of models cost.
 *
 * @param amount 0 or more
 * @param currency of the amount
 */
public record Cost(BigDecimal amount, Currency currency) {
    public Cost {
        amount = amount.stripTrailingZeros();
    }

    /** The sum; empty when the currencies differ. */
    public Optional<Cost> plus(Cost more) {
        return Optional.of(new Cost(amount.add(more.amount), currency)).filter(sum -> currency.equals(more.currency));
    }
}
