package dev.guildhall.core.limit;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A number of permits for all users, of which each user may have some; some more threads wait. A thread first waits for
 * other threads of the same user, where it does not delay other users. Nothing is stored for users without threads.
 */
public final class UserBulkhead {
    private record OfUser(Bulkhead bulkhead, int threads) {
        OfUser with(int more) {
            return new OfUser(bulkhead, threads + more);
        }
    }

    private final Bulkhead all;
    private final int perUser;
    private final int waiting;
    private final InstantSource clock;
    private final ConcurrentHashMap<UserId, OfUser> users = new ConcurrentHashMap<>();

    /**
     * Creates it.
     *
     * @param waiting how many threads may wait for a permit, of all users and again of each user
     */
    public UserBulkhead(int count, int perUser, int waiting, InstantSource clock) {
        this.all = new Bulkhead(count, waiting, clock);
        this.perUser = perUser;
        this.waiting = waiting;
        this.clock = clock;
    }

    /**
     * Takes a permit; waits when none is free.
     *
     * @throws Refusal with {@code full} or {@code fullOfUser} when none became free in that time or too many threads
     *     wait, or {@link CommonProblem.Cancelled} when the thread was interrupted
     */
    public Permit enter(UserId user, Duration longest, Problem full, Problem fullOfUser) {
        OfUser own = users.compute(user, (ignored, here) -> here == null ? first() : here.with(1));
        try {
            Permit ofUser = own.bulkhead().enter(longest, fullOfUser);
            try {
                Permit ofAll = all.enter(ofUser.rest(), full);
                return new Permit(ofAll.rest(), () -> {
                    ofAll.close();
                    ofUser.close();
                    leave(user);
                });
            } catch (Refusal refusal) {
                ofUser.close();
                throw refusal;
            }
        } catch (Refusal refusal) {
            leave(user);
            throw refusal;
        }
    }

    private OfUser first() {
        return new OfUser(new Bulkhead(perUser, waiting, clock), 1);
    }

    private void leave(UserId user) {
        users.computeIfPresent(user, (ignored, here) -> here.threads() == 1 ? null : here.with(-1));
    }

    /** For how many users threads have permits or wait. */
    public int users() {
        return users.size();
    }
}
