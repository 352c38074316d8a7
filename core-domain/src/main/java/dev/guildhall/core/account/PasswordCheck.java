package dev.guildhall.core.account;

import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checks passwords as typed, with a limit of attempts on one account, a limit of parallel hashes, and the same work
 * whether or not there is such an account or such a password. Thread-safe.
 */
public final class PasswordCheck {
    private final HashingBulkhead bulkhead;
    private final RateLimiter rates;
    private final RateLimit limit;

    public PasswordCheck(HashingBulkhead bulkhead, RateLimiter rates, RateLimit limit) {
        this.bulkhead = bulkhead;
        this.rates = rates;
        this.limit = limit;
    }

    /** Whether the password as typed is the stored one of the account, if there is one; counts as an attempt. */
    boolean isRight(String email, String typed, Optional<PasswordHash> kept) {
        wellFormed(email, Email::new).ifPresent(this::attempt);
        return wellFormed(typed, Password::new)
                .map(password -> bulkhead.matches(password, kept))
                .orElseGet(bulkhead::matchesNothing);
    }

    /**
     * Limits the attempts on one account, also when they come from many addresses; never locks the account permanently
     * (contract 1). Attempts with an address without an account count in the same way, so that the response reveals
     * nothing.
     */
    private void attempt(Email email) {
        if (limit.isOff()) {
            return;
        }
        RateVerdict verdict = rates.take("account:" + email.canonical().value(), limit);
        if (!verdict.allowed()) {
            throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
        }
    }

    PasswordHash hash(Password password) {
        return bulkhead.hash(password);
    }

    boolean isOutdated(PasswordHash hash) {
        return bulkhead.isOutdated(hash);
    }

    /** A text that cannot be an address or a password is treated as a wrong one, not as malformed. */
    static <T> Optional<T> wellFormed(String typed, Function<String, T> value) {
        try {
            return Optional.of(value.apply(typed));
        } catch (Refusal malformed) {
            return Optional.empty();
        }
    }
}
