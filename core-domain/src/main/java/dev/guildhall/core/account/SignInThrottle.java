package dev.guildhall.core.account;

import dev.guildhall.ports.RateGate;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;

/**
 * Slows down who tries passwords on one account, from however many addresses; never locks it for good (contract 1). An
 * address without an account is counted alike, so that the answer tells nothing. Thread-safe.
 */
public final class SignInThrottle {
    private final RateGate gate;
    private final RateLimit limit;

    public SignInThrottle(RateGate gate, RateLimit limit) {
        this.gate = gate;
        this.limit = limit;
    }

    void attempt(Email email) {
        if (limit.isOff()) {
            return;
        }
        RateVerdict verdict = gate.take("account:" + email.canonical().value(), limit);
        if (!verdict.allowed()) {
            throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
        }
    }
}
