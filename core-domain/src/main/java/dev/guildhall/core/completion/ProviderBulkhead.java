package dev.guildhall.core.completion;

import dev.guildhall.core.limit.Bulkhead;
import dev.guildhall.core.limit.UserBulkhead;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * Limits concurrent requests to providers, in total and for each user; some more wait for a limited time, and the rest
 * are refused. A request first waits for other requests of the same user, where it does not delay other users.
 */
final class ProviderBulkhead {
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Problem FULL = new CompletionProblem.TooManyAtOnce();
    private static final Problem FULL_OF_ONE_USER =
            new CommonProblem.RateLimited(SOON, CommonProblem.RateLimited.Counted.REQUESTS_AT_ONCE);

    private final CompletionLimits.Calls limits;
    private final Bulkhead bulkhead;
    private final UserBulkhead users;

    ProviderBulkhead(CompletionLimits.Calls limits, InstantSource clock) {
        this.limits = limits;
        this.bulkhead = new Bulkhead(limits.atOnce(), limits.waiting(), clock);
        this.users = new UserBulkhead(limits.perUser(), limits.waiting(), clock);
    }

    /**
     * Does work that calls a provider; waits for a permit when none is free.
     *
     * @throws Refusal with {@code CompletionProblem.TooManyAtOnce} when there are too many requests, with
     *     {@code CommonProblem.RateLimited} when the user has too many, or {@code CommonProblem.Cancelled} when the
     *     thread was interrupted
     */
    <T> T inside(UserId user, Supplier<T> work) {
        return users.inside(user, limits.longestWait(), FULL_OF_ONE_USER, rest -> inside(rest, work));
    }

    private <T> T inside(Duration longest, Supplier<T> work) {
        bulkhead.enter(longest, FULL);
        try {
            return work.get();
        } finally {
            bulkhead.leave();
        }
    }

    int users() {
        return users.users();
    }
}
