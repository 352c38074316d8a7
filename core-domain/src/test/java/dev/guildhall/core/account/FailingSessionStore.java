package dev.guildhall.core.account;

import dev.guildhall.core.Intercepted;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.util.Optional;

/** A session store whose every call fails. */
final class FailingSessionStore {
    final RuntimeException outage = new IllegalStateException("the store cannot be reached");

    private Optional<UserId> lastUser = Optional.empty();

    /** The given stores, with this store of sessions. */
    Stores in(Stores good) {
        SessionStore failing = Intercepted.before(SessionStore.class, good.sessions(), (method, arguments) -> {
            if (arguments[0] instanceof Session session) {
                lastUser = Optional.of(session.userId());
            }
            throw outage;
        });
        return Sample.with((InMemoryStores) good, "sessions", failing);
    }

    /** The user of the last session that should have been opened. */
    UserId lastUser() {
        return lastUser.orElseThrow();
    }
}
