package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.math.BigDecimal;

/**
 * What a million tokens of a model cost, in the currency of the installation (contract 8, prices and budgets).
 *
 * @param input tokens of the request
 * @param cachedInput tokens of the request that the provider reads from its cache
 * @param output tokens of the answer
 * @param reasoning tokens of the answer that the model uses to reason
 */
public record ModelPrice(BigDecimal input, BigDecimal cachedInput, BigDecimal output, BigDecimal reasoning) {
    /** The highest price. */
    public static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

    private static final int DECIMALS = 12;
    private static final int DECIMALS_OF_A_MILLION = 6;

    /**
     * Creates the prices of a model.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field, when a price is out of range
     */
    public ModelPrice {
        requireSound("input", input);
        requireSound("cachedInput", cachedInput);
        requireSound("output", output);
        requireSound("reasoning", reasoning);
    }

    private static void requireSound(String field, BigDecimal price) {
        if (price.signum() < 0 || price.compareTo(MOST) > 0) {
            throw Refusal.invalid(field, "must be a number between 0 and " + MOST);
        }
        if (price.stripTrailingZeros().scale() > DECIMALS) {
            throw Refusal.invalid(field, "must have at most " + DECIMALS + " decimals");
        }
    }

    /** What these tokens cost, exactly. */
    public BigDecimal of(Usage usage) {
        return times(input, usage.promptTokens() - usage.cachedTokens())
                .add(times(cachedInput, usage.cachedTokens()))
                .add(times(output, usage.completionTokens() - usage.reasoningTokens()))
                .add(times(reasoning, usage.reasoningTokens()))
                .scaleByPowerOfTen(-DECIMALS_OF_A_MILLION);
    }

    private static BigDecimal times(BigDecimal price, long tokens) {
        return price.multiply(BigDecimal.valueOf(tokens));
    }
}
