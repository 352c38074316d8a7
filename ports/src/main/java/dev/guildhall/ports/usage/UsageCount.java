package dev.guildhall.ports.usage;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Tokens, requests and costs together.
 *
 * @param promptTokens of the requests, 0 or more
 * @param completionTokens of the answers, 0 or more
 * @param requests how many, 0 or more
 * @param cost of the requests to models that have a price, in the currency of the installation; absent when there were
 *     none
 */
public record UsageCount(long promptTokens, long completionTokens, long requests, Optional<BigDecimal> cost) {
    /** Nothing. */
    public static final UsageCount ZERO = new UsageCount(0, 0, 0);

    public UsageCount {
        cost = cost.map(BigDecimal::stripTrailingZeros);
    }

    /** A count of requests to models without a price. */
    public UsageCount(long promptTokens, long completionTokens, long requests) {
        this(promptTokens, completionTokens, requests, Optional.empty());
    }

    /** The sum of two counts. */
    public UsageCount plus(UsageCount other) {
        return new UsageCount(
                promptTokens + other.promptTokens,
                completionTokens + other.completionTokens,
                requests + other.requests,
                cost.map(one -> one.add(other.cost.orElse(BigDecimal.ZERO))).or(other::cost));
    }
}
