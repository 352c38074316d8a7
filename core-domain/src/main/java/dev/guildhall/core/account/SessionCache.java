package dev.guildhall.core.account;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.session.LiveSession;
import dev.guildhall.ports.session.SessionDetails;
import dev.guildhall.ports.session.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cache of sessions, so that not every request reads the store. An entry is valid for less than a second, and never
 * after this node ended the session. So a session that another node ended is refused here within that second
 * (accounts-19).
 */
final class SessionCache {
    /** How long an entry is valid: together with the time of the read it must be less than a second. */
    static final Duration BELIEVED = Duration.ofMillis(750);

    private static final int MOST = 20_000;

    /** A cached session; no details means that there is no live session. */
    private record State(Optional<SessionDetails> details, Instant readAt, boolean endedHere) {}

    private final InstantSource clock;
    private final SessionStore sessions;
    private final Permissions permissions;
    private final Map<SessionId, State> known = BoundedMap.firstInFirstOut(MOST);

    private long changes;

    SessionCache(InstantSource clock, SessionStore sessions, Permissions permissions) {
        this.clock = clock;
        this.sessions = sessions;
        this.permissions = permissions;
    }

    /** The caller's session; empty when it has ended, or belongs to another user. */
    Optional<SessionDetails> find(Caller.User caller) {
        return state(caller.sessionId())
                .details()
                .filter(session -> session.userId().equals(caller.userId()))
                .filter(session -> clock.instant().isBefore(session.expiresAt()));
    }

    /** Never returns this session again, whatever a concurrent read finds. */
    void ended(SessionId id) {
        synchronized (known) {
            known.remove(id);
            known.put(id, new State(Optional.empty(), clock.instant(), true));
        }
    }

    /** Drops the entry of this session, and the result of every concurrent read. */
    void changed(SessionId id) {
        synchronized (known) {
            changes++;
            known.remove(id);
        }
    }

    /** Drops the entries of all sessions of this user, and the result of every concurrent read. */
    void changed(UserId user) {
        synchronized (known) {
            changes++;
            known.values()
                    .removeIf(state -> state.details()
                            .filter(session -> session.userId().equals(user))
                            .isPresent());
        }
    }

    private State state(SessionId id) {
        Instant now = clock.instant();
        long before;
        synchronized (known) {
            before = changes;
            State state = known.get(id);
            if (state != null
                    && (state.endedHere() || now.isBefore(state.readAt().plus(BELIEVED)))) {
                return state;
            }
        }
        State read = new State(read(id, now), now, false);
        synchronized (known) {
            State newer = known.get(id);
            if (newer != null && newer.endedHere()) {
                return newer;
            }
            known.remove(id);
            if (changes == before) {
                known.put(id, read);
            }
            return read;
        }
    }

    private Optional<SessionDetails> read(SessionId id, Instant now) {
        return sessions.live(List.of(id), now).stream().map(this::details).findFirst();
    }

    private SessionDetails details(LiveSession live) {
        Account account = live.account();
        return new SessionDetails(
                account.id(),
                account.activeProfileId(),
                permissions.rolesOf(account),
                live.session().expiresAt());
    }
}
