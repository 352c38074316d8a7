package dev.guildhall.core.completion;

import dev.guildhall.ports.RateGate;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.TokenAllowance;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/**
 * How many tokens of models each user may use. What a request costs is known at its end alone: whoever has any left may
 * begin one, and may owe some afterwards. Thread-safe.
 */
final class TokenBudget {
    /** Beyond what any request costs; a provider that tells more is not believed. */
    private static final long MOST_CHARGED = 1_000_000_000;

    private final RateGate gate;
    private final RateLimit limit;

    TokenBudget(RateGate gate, RateLimit limit) {
        this.gate = gate;
        this.limit = limit;
    }

    Optional<TokenAllowance> of(UserId user) {
        return limit.isOff()
                ? Optional.empty()
                : Optional.of(new TokenAllowance(limit.perMinute(), gate.look(key(user), limit)));
    }

    /**
     * Lets in who has any left.
     *
     * @throws Refusal with {@code CommonProblem.RateLimited}
     */
    void requireAny(UserId user) {
        if (limit.isOff()) {
            return;
        }
        RateVerdict verdict = gate.look(key(user), limit);
        if (!verdict.allowed()) {
            throw new Refusal(
                    new CommonProblem.RateLimited(verdict.retryAfter(), CommonProblem.RateLimited.Counted.TOKENS));
        }
    }

    void charge(UserId user, Usage usage) {
        long tokens = Math.min(MOST_CHARGED, usage.promptTokens()) + Math.min(MOST_CHARGED, usage.completionTokens());
        if (!limit.isOff() && tokens > 0) {
            gate.charge(key(user), limit, tokens);
        }
    }

    private static String key(UserId user) {
        return "tokens:" + user.value();
    }
}
