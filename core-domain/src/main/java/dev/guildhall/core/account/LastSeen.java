package dev.guildhall.core.account;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/**
 * Records when requests last used sessions of users. A request only notes the user; {@link #flush} writes, each user at
 * most once a minute.
 */
public final class LastSeen {
    /** The interval of {@link #flush}. */
    public static final Duration EVERY = Duration.ofSeconds(5);

    private static final Duration PRECISION = Duration.ofMinutes(1);
    private static final int MOST = 20_000;

    private final InstantSource clock;
    private final AccountStore accounts;
    private final Map<UserId, Instant> noted = BoundedMap.firstInFirstOut(MOST);
    private final Map<UserId, Instant> unwritten = BoundedMap.firstInFirstOut(MOST);

    public LastSeen(InstantSource clock, AccountStore accounts) {
        this.clock = clock;
        this.accounts = accounts;
    }

    /** A request of this user used a session now. */
    void note(UserId user) {
        Instant now = clock.instant();
        synchronized (noted) {
            Instant last = noted.get(user);
            if (last == null || !now.isBefore(last.plus(PRECISION))) {
                noted.remove(user);
                noted.put(user, now);
                unwritten.put(user, now);
            }
        }
    }

    /** Writes what was noted since the last call; what cannot be written is dropped. */
    public void flush() {
        Map<UserId, Instant> due;
        synchronized (noted) {
            due = Map.copyOf(unwritten);
            unwritten.clear();
        }
        if (!due.isEmpty()) {
            accounts.noteSeen(due);
        }
    }
}
