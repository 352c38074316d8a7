package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;

/** Counts attempts with secrets that one client may guess, as attempts to sign in are counted. */
public final class Attempts {
    private final RateLimiter rates;
    private final RateLimit limit;

    /**
     * Creates the count.
     *
     * @param limit of one client
     */
    public Attempts(RateLimiter rates, RateLimit limit) {
        this.rates = rates;
        this.limit = limit;
    }

    /** Counts one attempt; refuses it with {@code CommonProblem.RateLimited} when there were too many. */
    void count(String what, Caller caller) {
        String from = switch (caller) {
            case Caller.Anonymous anonymous -> anonymous.clientAddress();
            case Caller.User user -> user.userId().value();
        };
        if (!limit.isOff()) {
            RateVerdict verdict = rates.take(what + ":" + from, limit);
            if (!verdict.allowed()) {
                throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
            }
        }
    }

    /** Whether one more is permitted for this key in a minute, which then counts. */
    boolean isFew(String key, RateLimit few) {
        return limit.isOff() || rates.take(key, few).allowed();
    }
}
