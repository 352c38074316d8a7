package dev.guildhall.core.completion;

import dev.guildhall.core.limit.Bulkhead;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Limits concurrent requests to providers, in total and for each user; some more wait for a limited time, and the rest
 * are refused. A request first waits for other requests of the same user, where it does not delay other users.
 * Thread-safe.
 */
final class ProviderBulkhead {
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Problem FULL = new CompletionProblem.TooManyAtOnce();
    private static final Problem FULL_OF_ONE_USER =
            new CommonProblem.RateLimited(SOON, CommonProblem.RateLimited.Counted.REQUESTS_AT_ONCE);

    /** The permits of a user, and how many requests use them or wait; nothing is stored for users without requests. */
    private record OfUser(Bulkhead bulkhead, int requests) {
        OfUser with(int more) {
            return new OfUser(bulkhead, requests + more);
        }
    }

    private final CompletionLimits.Calls limits;
    private final InstantSource clock;
    private final Bulkhead bulkhead;
    private final ConcurrentHashMap<UserId, OfUser> users = new ConcurrentHashMap<>();

    ProviderBulkhead(CompletionLimits.Calls limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
        this.bulkhead = new Bulkhead(limits.atOnce(), limits.waiting(), clock);
    }

    /**
     * Does work that calls a provider; waits for a permit when none is free.
     *
     * @throws Refusal with {@code CompletionProblem.TooManyAtOnce} when there are too many requests, with
     *     {@code CommonProblem.RateLimited} when the user has too many, or {@code CommonProblem.Cancelled} when the
     *     thread was interrupted
     */
    <T> T inside(UserId user, Supplier<T> work) {
        Bulkhead own = enter(user);
        try {
            Duration left = own.enter(limits.longestWait(), FULL_OF_ONE_USER);
            try {
                return inside(left, work);
            } finally {
                own.leave();
            }
        } finally {
            leave(user);
        }
    }

    private <T> T inside(Duration longest, Supplier<T> work) {
        bulkhead.enter(longest, FULL);
        try {
            return work.get();
        } finally {
            bulkhead.leave();
        }
    }

    private Bulkhead enter(UserId user) {
        return users.compute(
                        user,
                        (ignored, here) -> here == null
                                ? new OfUser(new Bulkhead(limits.perUser(), limits.waiting(), clock), 1)
                                : here.with(1))
                .bulkhead();
    }

    private void leave(UserId user) {
        users.computeIfPresent(user, (ignored, here) -> here.requests() == 1 ? null : here.with(-1));
    }

    int users() {
        return users.size();
    }
}
