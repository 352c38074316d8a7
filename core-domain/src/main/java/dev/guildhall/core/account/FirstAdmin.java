package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/**
 * Registration of the first admin with the setup token, which is good once, as long as there is no admin. Thread-safe.
 */
public final class FirstAdmin {
    private final Optional<SetupToken> token;
    private final Admins admins;
    private final Transactions transactions;
    private final RateLimiter rates;
    private final RateLimit attempts;

    /**
     * Creates the check.
     *
     * @param token absent where no account becomes an admin by its registration
     * @param attempts of one client
     */
    public FirstAdmin(
            Optional<SetupToken> token,
            Admins admins,
            Transactions transactions,
            RateLimiter rates,
            RateLimit attempts) {
        this.token = token;
        this.admins = admins;
        this.transactions = transactions;
        this.rates = rates;
        this.attempts = attempts;
    }

    /** Refuses a wrong or used token; counts as an attempt to sign in. */
    void require(Caller caller, SetupToken sent) {
        countAttempt(caller);
        boolean good = token.filter(sent::matches).isPresent();
        if (!good || !transactions.inTransaction(admins::areMissing)) {
            throw notValid();
        }
    }

    /** Refuses a token that another registration has used; in the transaction that makes the first admin. */
    void claim() {
        if (!admins.areMissing()) {
            throw notValid();
        }
    }

    private void countAttempt(Caller caller) {
        if (attempts.isOff() || !(caller instanceof Caller.Anonymous(String address))) {
            return;
        }
        RateVerdict verdict = rates.take("setup:" + address, attempts);
        if (!verdict.allowed()) {
            throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
        }
    }

    private static Refusal notValid() {
        return Refusal.invalid("setupToken", "is wrong or was used; an admin exists once it was used");
    }
}
