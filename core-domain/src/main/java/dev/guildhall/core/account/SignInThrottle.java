package dev.guildhall.core.account;

import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;

/**
 * Limits the attempts of passwords on one account, also when they come from many addresses; never locks the account
 * permanently (contract 1). Attempts with an address without an account count in the same way, so that the response
 * reveals nothing. Thread-safe.
 */
public final class SignInThrottle {
    private final RateLimiter rates;
    private final RateLimit limit;

    public SignInThrottle(RateLimiter rates, RateLimit limit) {
        this.rates = rates;
        this.limit = limit;
    }

    void attempt(Email email) {
        if (limit.isOff()) {
            return;
        }
        RateVerdict verdict = rates.take("account:" + email.canonical().value(), limit);
        if (!verdict.allowed()) {
            throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
        }
    }
}
