package dev.guildhall.ports.completion;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * What a model costs apart from its tokens, for requests that pass unchanged (models-31).
 *
 * @param request each request
 * @param audioSecond each second of sound in a request
 * @param characters a million characters of text in a request
 */
public record UnitPrice(BigDecimal request, BigDecimal audioSecond, BigDecimal characters) {
    /** Nothing. */
    public static final UnitPrice NONE = new UnitPrice(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

    private static final int DECIMALS_OF_A_MILLION = 6;
    private static final int DECIMALS_OF_A_SECOND = 3;

    /**
     * Creates the prices.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming the field, when a price is out
     *     of range
     */
    public UnitPrice {
        ModelPrice.requireSound("request", request);
        ModelPrice.requireSound("audioSecond", audioSecond);
        ModelPrice.requireSound("characters", characters);
    }

    /** What one request of that size costs, exactly. */
    public BigDecimal of(PassedMeasure measure) {
        return request.add(audioSecond.multiply(seconds(measure.audio())))
                .add(characters
                        .multiply(BigDecimal.valueOf(measure.characters()))
                        .scaleByPowerOfTen(-DECIMALS_OF_A_MILLION));
    }

    private static BigDecimal seconds(Duration time) {
        return BigDecimal.valueOf(time.toMillis(), DECIMALS_OF_A_SECOND);
    }
}
