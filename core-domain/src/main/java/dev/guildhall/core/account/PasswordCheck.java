package dev.guildhall.core.account;

import dev.guildhall.core.config.SignInLimits;
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
 * Checks passwords as typed, with limits of failures (accounts-5 to accounts-8), a limit of parallel hashes, and the
 * same work whether or not there is such an account or such a password. A stranger's guesses do not keep the owner out:
 * the limit of all failures on an account holds only for addresses that never signed in to it.
 */
public final class PasswordCheck {
    private final HashingBulkhead bulkhead;
    private final RateLimiter rates;
    private final SignInLimits limits;

    public PasswordCheck(HashingBulkhead bulkhead, RateLimiter rates, SignInLimits limits) {
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

    private record Counted(String key, RateLimit limit) {}

    /**
     * Whether the password as typed is the stored one of the account, if there is one; counts when it is not. Right
     * passwords of several clients at the same moment do not count, and an attempt that waited for its hash is refused
     * when others have failed meanwhile.
     */
    boolean isRight(Attempt attempt, String typed, Optional<PasswordHash> kept) {
        List<Counted> counts = wellFormed(attempt.email(), Email::new)
                .map(email -> counts(email, attempt))
                .orElse(List.of());
        requireFew(counts);
        boolean right = wellFormed(typed, Password::new)
                .map(password -> bulkhead.matches(password, kept, () -> requireFew(counts)))
                .orElseGet(bulkhead::matchesNothing);
        if (!right) {
            counts.forEach(one -> rates.charge(one.key(), one.limit(), 1));
        }
        return right;
    }

    /**
     * Failures with an address without an account count in the same way, so that the response reveals nothing.
     */
    private List<Counted> counts(Email email, Attempt attempt) {
        String account = "account:" + email.canonical().value();
        Counted ofAddress = new Counted(account + " " + attempt.origin(), limits.fromAddress());
        Counted ofStrangers = new Counted(account, limits.ofStrangers());
        return Stream.of(ofAddress, ofStrangers)
                .filter(one -> one.equals(ofAddress) || !attempt.isKnown())
                .filter(one -> !one.limit().isOff())
                .toList();
    }

    private void requireFew(List<Counted> counts) {
        for (Counted one : counts) {
            RateVerdict verdict = rates.look(one.key(), one.limit());
            if (!verdict.allowed()) {
                throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
            }
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
