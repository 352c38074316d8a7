package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.webchat.WebSession;
import dev.guildhall.ports.webchat.WebSessionStore;
import java.time.Instant;
import java.util.Optional;

final class InMemoryWebSessionStore implements WebSessionStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<String, WebSession> sessions;

    public InMemoryWebSessionStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.sessions = new UndoableMap<>(transactions);
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
        return transactions.guarded(() ->
                sessions.where(session -> session.sessionId().equals(sessionId)).findFirst());
    }

    @Override
    public Optional<WebSession> lock(String keyHash) {
        transactions.requireOpen();
        return find(keyHash);
    }

    @Override
    public void replaceTokens(WebSession session) {
        transactions.run(() -> sessions.change(
                session.keyHash(),
                known -> known.withTokens(session.accessToken(), session.refreshToken(), session.tokenExpiresAt())));
    }

    @Override
    public void touch(String keyHash, Instant now) {
        transactions.run(
                () -> sessions.change(keyHash, known -> known.lastSeenAt().isBefore(now) ? known.seen(now) : known));
    }

    @Override
    public void remove(String keyHash) {
        transactions.run(() -> sessions.remove(keyHash));
    }

    @Override
    public int sweep(Instant createdBefore, Instant seenBefore, int most) {
        return transactions.guarded(() -> sessions.removeWhere(
                session -> session.createdAt().isBefore(createdBefore)
                        || session.lastSeenAt().isBefore(seenBefore),
                most));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(
                () -> sessions.removeWhere(session -> session.userId().equals(user), most));
    }
}
