package dev.guildhall.core.account;

import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checks passwords as typed, with a limit of attempts on one account, a limit of parallel hashes, and the same work
 * whether or not there is such an account or such a password. Thread-safe.
 */
public final class PasswordCheck {
    private final HashingBulkhead bulkhead;
    private final SignInThrottle throttle;

    public PasswordCheck(HashingBulkhead bulkhead, SignInThrottle throttle) {
        this.bulkhead = bulkhead;
        this.throttle = throttle;
    }

    /**
     * Whether the password is the stored one; counts as an attempt.
     *
     * @param email as typed, identifies the account
     * @param typed the password as typed
     * @param kept absent when there is no such account, or it has no password
     */
    boolean isRight(String email, String typed, Optional<PasswordHash> kept) {
        wellFormed(email, Email::new).ifPresent(throttle::attempt);
        return wellFormed(typed, Password::new)
                .map(password -> bulkhead.matches(password, kept))
                .orElseGet(bulkhead::matchesNothing);
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
