package dev.guildhall.core.account;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.Id;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.session.SessionStore;
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
    private final SessionStore sessions;
    private final Map<Id, Instant> noted = BoundedMap.firstInFirstOut(MOST);
    private final Map<UserId, Instant> unwritten = BoundedMap.firstInFirstOut(MOST);
    private final Map<SessionId, Instant> unwrittenSessions = BoundedMap.firstInFirstOut(MOST);

    public LastSeen(InstantSource clock, AccountStore accounts, SessionStore sessions) {
        this.clock = clock;
        this.accounts = accounts;
        this.sessions = sessions;
    }

    /** A request of this user used this session now. */
    void note(UserId user, SessionId session) {
        Instant now = clock.instant();
        synchronized (noted) {
            note(user, now);
            if (isDue(session, now)) {
                unwrittenSessions.put(session, now);
            }
        }
    }

    /** A request of this user, who has no session here, came now. */
    void note(UserId user) {
        synchronized (noted) {
            note(user, clock.instant());
        }
    }

    private void note(UserId user, Instant now) {
        if (isDue(user, now)) {
            unwritten.put(user, now);
        }
    }

    private boolean isDue(Id id, Instant now) {
        Instant last = noted.get(id);
        boolean isDue = last == null || !now.isBefore(last.plus(PRECISION));
        if (isDue) {
            noted.remove(id);
            noted.put(id, now);
        }
        return isDue;
    }

    /** Writes what was noted since the last call; what cannot be written is dropped. */
    public void flush() {
        Map<UserId, Instant> due;
        Map<SessionId, Instant> dueSessions;
        synchronized (noted) {
            due = Map.copyOf(unwritten);
            unwritten.clear();
            dueSessions = Map.copyOf(unwrittenSessions);
            unwrittenSessions.clear();
        }
        if (!due.isEmpty()) {
            accounts.noteSeen(due);
        }
        if (!dueSessions.isEmpty()) {
            sessions.noteUsed(dueSessions);
        }
    }
}
