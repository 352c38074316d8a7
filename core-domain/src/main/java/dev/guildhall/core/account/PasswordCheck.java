package dev.guildhall.core.account;

import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Checks passwords as typed, with limits of failures (contract 1), a limit of parallel hashes, and the same work whether
 * or not there is such an account or such a password. A stranger's guesses do not keep the owner out: the limit of all
 * failures on an account holds only for addresses that never signed in to it. Thread-safe.
 */
public final class PasswordCheck {
    private final HashingBulkhead bulkhead;
    private final RateLimiter rates;
    private final AccountLimits limits;

    public PasswordCheck(HashingBulkhead bulkhead, RateLimiter rates, AccountLimits limits) {
        this.bulkhead = bulkhead;
        this.rates = rates;
        this.limits = limits;
    }

    /**
     * An attempt on an account, or on an e-mail address without one.
     *
     * @param email as typed
     * @param origin the network address of the client, or the session of one who is signed in
     * @param isKnown whether the account was signed in to from there
     */
    record Attempt(String email, String origin, boolean isKnown) {}

    /** A token of a bucket. */
    private record Taken(String key, RateLimit limit) {}

    /** Whether the password as typed is the stored one of the account, if there is one; counts as an attempt. */
    boolean isRight(Attempt attempt, String typed, Optional<PasswordHash> kept) {
        List<Taken> taken = wellFormed(attempt.email(), Email::new)
                .map(email -> take(email, attempt))
                .orElse(List.of());
        boolean right = wellFormed(typed, Password::new)
                .map(password -> bulkhead.matches(password, kept))
                .orElseGet(bulkhead::matchesNothing);
        if (right) {
            taken.forEach(one -> rates.giveBack(one.key(), one.limit()));
        }
        return right;
    }

    /**
     * Takes a token for a failure, which a right password gives back. Attempts with an address without an account count
     * in the same way, so that the response reveals nothing.
     */
    private List<Taken> take(Email email, Attempt attempt) {
        String account = "account:" + email.canonical().value();
        List<Taken> taken = Stream.of(
                        Optional.of(new Taken(account + " " + attempt.origin(), limits.failuresFromAddress())),
                        Optional.of(new Taken(account, limits.failuresOfStrangers()))
                                .filter(ignored -> !attempt.isKnown()))
                .flatMap(Optional::stream)
                .filter(one -> !one.limit().isOff())
                .toList();
        for (Taken one : taken) {
            RateVerdict verdict = rates.take(one.key(), one.limit());
            if (!verdict.allowed()) {
                throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
            }
        }
        return taken;
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
