package dev.guildhall.core.completion;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.completion.TokenAllowance;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The token budget of each user, and that of each API key beside it. The cost of a request is known only at its end: a
 * caller with tokens left may begin one, and the balance may become negative.
 */
final class TokenBudget {
    /** More than the cost of any request; a provider's higher number is cut to this. */
    private static final long MOST_CHARGED = 1_000_000_000;

    private final RateLimiter rates;
    private final RateLimit limit;

    private record Counted(String key, RateLimit limit) {}

    TokenBudget(RateLimiter rates, RateLimit limit) {
        this.rates = rates;
        this.limit = limit;
    }

    /** The allowance of the caller; of the two of a key and its owner, the one with fewer tokens left. */
    Optional<TokenAllowance> of(Caller.User caller) {
        return counted(caller)
                .map(one -> new TokenAllowance(one.limit().perMinute(), rates.look(one.key(), one.limit())))
                .min(Comparator.comparingLong(allowance -> allowance.now().remaining()));
    }

    void requireAny(Caller.User caller) {
        counted(caller).forEach(one -> {
            RateVerdict verdict = rates.look(one.key(), one.limit());
            if (!verdict.allowed()) {
                throw new Refusal(
                        new CommonProblem.RateLimited(verdict.retryAfter(), CommonProblem.RateLimited.Counted.TOKENS));
            }
        });
    }

    void charge(Caller.User caller, Usage usage) {
        long tokens = Math.min(MOST_CHARGED, usage.promptTokens()) + Math.min(MOST_CHARGED, usage.completionTokens());
        if (tokens > 0) {
            counted(caller).forEach(one -> rates.charge(one.key(), one.limit(), tokens));
        }
    }

    private Stream<Counted> counted(Caller.User caller) {
        Counted ofUser = new Counted("tokens:" + caller.countsFor().value(), limit);
        return Stream.concat(Stream.of(ofUser), caller.key().map(TokenBudget::counted).stream())
                .filter(one -> !one.limit().isOff());
    }

    private static Counted counted(Caller.Key key) {
        return new Counted("key-tokens:" + key.id().value(), key.limits().tokens());
    }
}
