package dev.guildhall.core.account;

import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.session.LiveSession;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.session.TokenExchange;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A session store whose every call fails. */
final class FailingSessionStore implements SessionStore {
    final RuntimeException outage = new IllegalStateException("the store cannot be reached");

    private Optional<UserId> lastUser = Optional.empty();

    /** The given stores, with this store of sessions. */
    Stores in(Stores good) {
        return new ForwardingStores() {
            @Override
            public Stores others() {
                return good;
            }

            @Override
            public SessionStore sessions() {
                return FailingSessionStore.this;
            }
        };
    }

    /** The user of the last session that should have been opened. */
    UserId lastUser() {
        return lastUser.orElseThrow();
    }

    @Override
    public void open(Session session, RefreshTokenHash token, Instant tokenExpiresAt) {
        lastUser = Optional.of(session.userId());
        throw outage;
    }

    @Override
    public Optional<Session> find(SessionId id) {
        throw outage;
    }

    @Override
    public List<LiveSession> live(Collection<SessionId> ids, Instant now) {
        throw outage;
    }

    @Override
    public Rotation rotate(TokenExchange exchange, Instant now) {
        throw outage;
    }

    @Override
    public boolean end(SessionId id, Instant now) {
        throw outage;
    }

    @Override
    public int sweep(Instant before, int most) {
        throw outage;
    }

    @Override
    public List<Session> liveOfUser(UserId userId, Instant now, int most) {
        throw outage;
    }

    @Override
    public List<SessionId> endOthers(UserId userId, SessionId keep, Instant now) {
        throw outage;
    }
}
