package dev.guildhall.core.completion;

import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.TokenAllowance;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/**
 * The token budget of each user. The cost of a request is known only at its end: a user with tokens left may begin one,
 * and the balance may become negative. Thread-safe.
 */
final class TokenBudget {
    /** More than the cost of any request; a provider's higher number is cut to this. */
    private static final long MOST_CHARGED = 1_000_000_000;

    private final RateLimiter rates;
    private final RateLimit limit;

    TokenBudget(RateLimiter rates, RateLimit limit) {
        this.rates = rates;
        this.limit = limit;
    }

    Optional<TokenAllowance> of(UserId user) {
        return limit.isOff()
                ? Optional.empty()
                : Optional.of(new TokenAllowance(limit.perMinute(), rates.look(key(user), limit)));
    }

    /** Refuses a user who has no tokens left. */
    void requireAny(UserId user) {
        if (limit.isOff()) {
            return;
        }
        RateVerdict verdict = rates.look(key(user), limit);
        if (!verdict.allowed()) {
            throw new Refusal(
                    new CommonProblem.RateLimited(verdict.retryAfter(), CommonProblem.RateLimited.Counted.TOKENS));
        }
    }

    void charge(UserId user, Usage usage) {
        long tokens = Math.min(MOST_CHARGED, usage.promptTokens()) + Math.min(MOST_CHARGED, usage.completionTokens());
        if (!limit.isOff() && tokens > 0) {
            rates.charge(key(user), limit, tokens);
        }
    }

    private static String key(UserId user) {
        return "tokens:" + user.value();
    }
}
