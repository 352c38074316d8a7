package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.webchat.WebSession;
import dev.guildhall.ports.webchat.WebSessionStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Browser sessions in memory. Thread-safe. */
public final class InMemoryWebSessionStore implements WebSessionStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<String, WebSession> sessions;

    public InMemoryWebSessionStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.sessions = new UndoableMap<>(transactions);
        transactions.onErase(user -> sessions.values().stream()
                .filter(session -> session.userId().equals(user))
                .forEach(session -> sessions.remove(session.keyHash())));
    }

    @Override
    public void add(WebSession session) {
        transactions.run(() -> sessions.put(session.keyHash(), session));
    }

    @Override
    public Optional<WebSession> find(String keyHash) {
        return transactions.guarded(() -> sessions.get(keyHash));
    }

    @Override
    public Optional<WebSession> ofSession(SessionId sessionId) {
        return transactions.guarded(() -> sessions.values().stream()
                .filter(session -> session.sessionId().equals(sessionId))
                .findFirst());
    }

    @Override
    public Optional<WebSession> lock(String keyHash) {
        transactions.requireOpen();
        return find(keyHash);
    }

    @Override
    public void replaceTokens(WebSession session) {
        transactions.run(() -> sessions.get(session.keyHash())
                .map(known -> known.withTokens(session.accessToken(), session.refreshToken(), session.tokenExpiresAt()))
                .ifPresent(changed -> sessions.put(changed.keyHash(), changed)));
    }

    @Override
    public void touch(String keyHash, Instant now) {
        transactions.run(() -> sessions.get(keyHash)
                .filter(known -> known.lastSeenAt().isBefore(now))
                .map(known -> known.seen(now))
                .ifPresent(changed -> sessions.put(keyHash, changed)));
    }

    @Override
    public void remove(String keyHash) {
        transactions.run(() -> sessions.remove(keyHash));
    }

    @Override
    public int sweep(Instant createdBefore, Instant seenBefore, int most) {
        return transactions.guarded(() -> {
            List<WebSession> expired = sessions.values().stream()
                    .filter(session -> session.createdAt().isBefore(createdBefore)
                            || session.lastSeenAt().isBefore(seenBefore))
                    .limit(most)
                    .toList();
            expired.forEach(session -> sessions.remove(session.keyHash()));
            return expired.size();
        });
    }
}
