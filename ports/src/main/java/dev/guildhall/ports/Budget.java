package dev.guildhall.ports;

import dev.guildhall.ports.problem.Refusal;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;

/**
 * The most that the models' answers may cost in a period (keys-12).
 *
 * @param amount in units of the currency, 0 to {@link #MOST}, at most 6 decimals; 0 allows no request that costs
 *     anything
 * @param currency an ISO 4217 code
 * @param period when the budget is renewed
 */
public record Budget(BigDecimal amount, Currency currency, Period period) {
    /** The highest amount. */
    public static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000);

    private static final int DECIMALS = 6;

    /** Periods of the calendar, in UTC. */
    public enum Period {
        /** From midnight to midnight. */
        DAY,
        /** From the first day of a month to the first day of the next. */
        MONTH;

        /** The name in JSON: {@code day}, {@code month}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The period of that name in JSON; empty when there is none. */
        public static Optional<Period> fromWire(String name) {
            for (Period period : values()) {
                if (period.wireName().equals(name)) {
                    return Optional.of(period);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Creates a budget.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} when the amount is out of range
     */
    public Budget {
        if (amount.signum() < 0 || amount.compareTo(MOST) > 0) {
            throw Refusal.invalid("amount", "must be a number between 0 and " + MOST);
        }
        if (amount.stripTrailingZeros().scale() > DECIMALS) {
            throw Refusal.invalid("amount", "must have at most " + DECIMALS + " decimals");
        }
        amount = amount.stripTrailingZeros();
    }
}
