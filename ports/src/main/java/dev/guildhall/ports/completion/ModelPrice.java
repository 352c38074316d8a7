package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/**
 * What a million tokens of a model cost, in the currency of the installation (keys-10, keys-11).
 *
 * @param input tokens of the request
 * @param cachedInput tokens of the request that the provider reads from its cache
 * @param cacheWrite tokens of the request that the provider writes to its cache; when empty, 1.25 times {@code input} for
 *     the models of Anthropic, and {@code input} for others
 * @param output tokens of the answer
 * @param reasoning tokens of the answer that the model uses to reason
 * @param units what requests cost apart from their tokens
 */
public record ModelPrice(
        BigDecimal input,
        BigDecimal cachedInput,
        Optional<BigDecimal> cacheWrite,
        BigDecimal output,
        BigDecimal reasoning,
        UnitPrice units) {
    /** The highest price. */
    public static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

    private static final BigDecimal CACHE_WRITE_OF_ANTHROPIC = new BigDecimal("1.25");
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
        cacheWrite.ifPresent(price -> requireSound("cacheWrite", price));
        requireSound("output", output);
        requireSound("reasoning", reasoning);
    }

    /** Prices of tokens alone. */
    public ModelPrice(
            BigDecimal input,
            BigDecimal cachedInput,
            Optional<BigDecimal> cacheWrite,
            BigDecimal output,
            BigDecimal reasoning) {
        this(input, cachedInput, cacheWrite, output, reasoning, UnitPrice.NONE);
    }

    /** Prices without one for tokens that the provider writes to its cache. */
    public ModelPrice(BigDecimal input, BigDecimal cachedInput, BigDecimal output, BigDecimal reasoning) {
        this(input, cachedInput, Optional.empty(), output, reasoning);
    }

    static void requireSound(String field, BigDecimal price) {
        if (price.signum() < 0 || price.compareTo(MOST) > 0) {
            throw Refusal.invalid(field, "must be a number between 0 and " + MOST);
        }
        if (price.stripTrailingZeros().scale() > DECIMALS) {
            throw Refusal.invalid(field, "must have at most " + DECIMALS + " decimals");
        }
    }

    /** What these tokens of a model cost, exactly. */
    public BigDecimal of(UsageEntry.Asked asked, Usage usage) {
        return times(input, usage.plainPromptTokens())
                .add(times(cachedInput, usage.cachedTokens()))
                .add(times(cacheWrite.orElseGet(() -> defaultCacheWrite(asked)), usage.cacheWriteTokens()))
                .add(times(output, usage.completionTokens() - usage.reasoningTokens()))
                .add(times(reasoning, usage.reasoningTokens()))
                .scaleByPowerOfTen(-DECIMALS_OF_A_MILLION);
    }

    private BigDecimal defaultCacheWrite(UsageEntry.Asked asked) {
        return isOfAnthropic(asked) ? input.multiply(CACHE_WRITE_OF_ANTHROPIC) : input;
    }

    /** Other providers offer the models of Anthropic under names that contain theirs. */
    private static boolean isOfAnthropic(UsageEntry.Asked asked) {
        return asked.provider().equals("anthropic")
                || asked.model().toLowerCase(Locale.ROOT).contains("claude");
    }

    private static BigDecimal times(BigDecimal price, long tokens) {
        return price.multiply(BigDecimal.valueOf(tokens));
    }
}
