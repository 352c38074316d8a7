package dev.guildhall.core.limit;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A {@link Bulkhead} of the same size for each user; nothing is stored for users without threads in it. */
public final class UserBulkhead {
    private record OfUser(Bulkhead bulkhead, int threads) {
        OfUser with(int more) {
            return new OfUser(bulkhead, threads + more);
        }
    }

    private final int count;
    private final int waiting;
    private final InstantSource clock;
    private final ConcurrentHashMap<UserId, OfUser> users = new ConcurrentHashMap<>();

    public UserBulkhead(int count, int waiting, InstantSource clock) {
        this.count = count;
        this.waiting = waiting;
        this.clock = clock;
    }

    /**
     * Does work with a permit of the user, and passes it the rest of the longest wait; waits when no permit is free.
     *
     * @throws Refusal with {@code full} when none became free in that time or too many threads wait, or
     *     {@link CommonProblem.Cancelled} when the thread was interrupted
     */
    public <T> T inside(UserId user, Duration longest, Problem full, Function<Duration, T> work) {
        Bulkhead own = enter(user);
        try {
            Duration rest = own.enter(longest, full);
            try {
                return work.apply(rest);
            } finally {
                own.leave();
            }
        } finally {
            leave(user);
        }
    }

    private Bulkhead enter(UserId user) {
        return users.compute(
                        user,
                        (ignored, here) ->
                                here == null ? new OfUser(new Bulkhead(count, waiting, clock), 1) : here.with(1))
                .bulkhead();
    }

    private void leave(UserId user) {
        users.computeIfPresent(user, (ignored, here) -> here.threads() == 1 ? null : here.with(-1));
    }

    /** For how many users threads use permits or wait. */
    public int users() {
        return users.size();
    }
}
