package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import io.javalin.http.Context;
import java.time.Duration;

/**
 * Limits the rate of requests: by user, before sign-in by the client's address; sign-in attempts are also counted by
 * address. An API key has its own limit beside that of its user (general-23). Requests at the root of a listener, such
 * as health checks, are not counted.
 */
public final class RateLimits {
    private final RateLimiter limiter;
    private final RateLimit requests;
    private final RateLimit signIns;

    /**
     * @param requests of one user, or of one address before sign-in
     * @param signIns attempts to sign in from one address
     */
    public RateLimits(RateLimiter limiter, RateLimit requests, RateLimit signIns) {
        this.limiter = limiter;
        this.requests = requests;
        this.signIns = signIns;
    }

    void check(Context ctx, Route route, Caller caller) {
        check(ctx, caller);
        if (route.access() == Access.SIGN_IN) {
            check(ctx, "sign-in:" + key(caller), signIns);
        }
    }

    /** Counts one request of the caller, whatever its route. */
    void check(Context ctx, Caller caller) {
        check(ctx, key(caller), requests);
        if (caller instanceof Caller.User user) {
            user.key()
                    .ifPresent(key ->
                            check(ctx, "key:" + key.id().value(), key.limits().requests()));
        }
    }

    /** Who a caller's requests count for: a user, or before sign-in an address. */
    static String key(Caller caller) {
        return switch (caller) {
            case Caller.User user -> "user:" + user.countsFor().value();
            case Caller.Anonymous anonymous -> "address:" + anonymous.clientAddress();
        };
    }

    private void check(Context ctx, String key, RateLimit limit) {
        if (limit.isOff()) {
            return;
        }
        RateVerdict verdict = limiter.take(key, limit);
        ctx.header("RateLimit-Limit", Integer.toString(limit.perMinute()));
        ctx.header("RateLimit-Remaining", Long.toString(verdict.remaining()));
        ctx.header("RateLimit-Reset", Long.toString(wholeSeconds(verdict.reset())));
        if (!verdict.allowed()) {
            throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
        }
    }

    private static long wholeSeconds(Duration time) {
        return time.plusNanos(999_999_999).toSeconds();
    }
}
