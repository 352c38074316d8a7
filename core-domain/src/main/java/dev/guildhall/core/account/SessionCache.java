package dev.guildhall.core.account;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.session.LiveSession;
import dev.guildhall.ports.session.SessionDetails;
import dev.guildhall.ports.session.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of sessions without asking the store at each request: for less than a second after it was read, and never
 * once this node ended the session. So a session that another node ended is refused here within that second (contract 1,
 * logout). Thread-safe.
 */
final class SessionCache {
    /** How long what was read is believed: the store's answer, the wait for it included, must fit into the second. */
    static final Duration BELIEVED = Duration.ofMillis(750);

    private static final int MOST = 20_000;

    /** A session as it was read; no details means that there is no live session. */
    private record State(Optional<SessionDetails> details, Instant readAt, boolean endedHere) {}

    private final InstantSource clock;
    private final SessionStore sessions;
    private final Permissions permissions;
    private final Map<SessionId, State> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionId, State> eldest) {
            return size() > MOST;
        }
    };

    private long changes;

    SessionCache(InstantSource clock, SessionStore sessions, Permissions permissions) {
        this.clock = clock;
        this.sessions = sessions;
        this.permissions = permissions;
    }

    /** The caller's session; empty when it has ended, or is not the caller's. */
    Optional<SessionDetails> find(Caller.User caller) {
        return state(caller.sessionId())
                .details()
                .filter(session -> session.userId().equals(caller.userId()))
                .filter(session -> clock.instant().isBefore(session.expiresAt()));
    }

    /** Never answers for this session again, whatever a read that is under way finds. */
    void ended(SessionId id) {
        synchronized (known) {
            known.remove(id);
            known.put(id, new State(Optional.empty(), clock.instant(), true));
        }
    }

    /** What was read of this session is no longer believed, nor what any read finds that is under way. */
    void changed(SessionId id) {
        synchronized (known) {
            changes++;
            known.remove(id);
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
