package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.session.ConnectedClient;
import dev.guildhall.ports.session.LiveSession;
import dev.guildhall.ports.session.RefreshGrace;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.session.TokenExchange;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

public final class InMemorySessionStore implements SessionStore {
    private record Token(RefreshTokenHash hash, SessionId sessionId, Instant expiresAt, boolean used) {}

    /** The parent of a session's current token, when it may be repeated. */
    private record Parent(RefreshTokenHash hash, RefreshGrace grace) {}

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<SessionId, Session> sessions;
    private final UndoableMap<RefreshTokenHash, Token> tokens;
    private final UndoableMap<SessionId, Parent> parents;

    public InMemorySessionStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.sessions = new UndoableMap<>(transactions);
        this.tokens = new UndoableMap<>(transactions);
        this.parents = new UndoableMap<>(transactions);
    }

    private List<Session> ofUser(UserId userId) {
        return sessions.where(session -> session.userId().equals(userId)).toList();
    }

    @Override
    public List<Session> liveOfUser(UserId userId, Instant now, int most) {
        return transactions.guarded(() -> ofUser(userId).stream()
                .filter(session -> session.isLive(now))
                .sorted(Comparator.comparing(Session::createdAt).reversed())
                .limit(most)
                .toList());
    }

    @Override
    public List<SessionId> endOthers(UserId userId, SessionId keep, Instant now) {
        return transactions.guarded(() -> ofUser(userId).stream()
                .filter(session ->
                        !session.id().equals(keep) && session.endedAt().isEmpty())
                .map(session -> ended(session, now).id())
                .toList());
    }

    @Override
    public List<SessionId> endAll(UserId userId, Instant now) {
        return transactions.guarded(() -> ofUser(userId).stream()
                .filter(session -> session.endedAt().isEmpty())
                .map(session -> ended(session, now).id())
                .toList());
    }

    @Override
    public void open(Session session, RefreshTokenHash token, Instant tokenExpiresAt) {
        transactions.run(() -> {
            sessions.put(session.id(), session);
            tokens.put(token, new Token(token, session.id(), tokenExpiresAt, false));
        });
    }

    @Override
    public Optional<Session> find(SessionId id) {
        return transactions.guarded(() -> sessions.get(id));
    }

    @Override
    public Optional<Session> findByToken(RefreshTokenHash token) {
        return transactions.guarded(() -> tokens.get(token).flatMap(found -> sessions.get(found.sessionId())));
    }

    @Override
    public List<LiveSession> live(Collection<SessionId> ids, Instant now) {
        return transactions.guarded(() -> ids.stream()
                .flatMap(id -> sessions.get(id).stream())
                .filter(session -> session.isLive(now))
                .flatMap(session -> ownerOf(session).stream().map(account -> new LiveSession(session, account)))
                .filter(live -> !live.account().rights().disabled())
                .toList());
    }

    @Override
    public Rotation rotate(TokenExchange exchange, Instant now) {
        return transactions.guarded(() -> {
            Rotation rotation = rotated(exchange, now);
            switch (rotation) {
                case Rotation.Rotated(Session session, Account ignored) ->
                    audit(exchange, session, AuditAction.TOKEN_REFRESHED, now);
                case Rotation.Repeated(Session session, Account ignored, String salt) ->
                    audit(exchange, session, AuditAction.TOKEN_REFRESHED, now);
                case Rotation.Reused(Session session) -> audit(exchange, session, AuditAction.TOKEN_REUSED, now);
                case Rotation.Refused ignored -> {}
            }
            return rotation;
        });
    }

    private void audit(TokenExchange exchange, Session session, AuditAction action, Instant now) {
        Map<AuditDetail, String> details =
                Map.of(AuditDetail.SESSION_ID, session.id().value());
        stores.audit().add(new AuditEntry(exchange.entry(), Optional.of(session.userId()), action, details, now));
    }

    private Rotation rotated(TokenExchange exchange, Instant now) {
        Optional<Token> token = tokens.get(exchange.presented());
        Optional<Session> live =
                token.flatMap(found -> sessions.get(found.sessionId())).filter(session -> session.isLive(now));
        Optional<Account> owner = live.flatMap(this::ownerOf);
        boolean isOfClient = live.filter(
                        session -> session.client().map(ConnectedClient::id).equals(exchange.client()))
                .isPresent();
        if (token.isEmpty() || owner.isEmpty() || !isOfClient) {
            return new Rotation.Refused();
        }
        if (token.get().used()) {
            return again(token.get(), live.get(), owner.get(), now);
        }
        if (!now.isBefore(token.get().expiresAt())) {
            return new Rotation.Refused();
        }
        exchange(token.get(), exchange);
        return new Rotation.Rotated(live.get(), owner.get());
    }

    private Optional<Account> ownerOf(Session session) {
        return stores.accounts().find(session.userId());
    }

    private void exchange(Token current, TokenExchange exchange) {
        SessionId id = current.sessionId();
        tokens.put(current.hash(), new Token(current.hash(), id, current.expiresAt(), true));
        tokens.put(exchange.successor(), new Token(exchange.successor(), id, exchange.successorExpiresAt(), false));
        exchange.grace()
                .ifPresentOrElse(grace -> parents.put(id, new Parent(current.hash(), grace)), () -> parents.remove(id));
    }

    private Rotation again(Token used, Session live, Account owner, Instant now) {
        return parents.get(live.id())
                .filter(parent -> parent.hash().equals(used.hash()))
                .map(Parent::grace)
                .filter(grace -> now.isBefore(grace.endsAt()))
                .<Rotation>map(grace -> new Rotation.Repeated(live, owner, grace.salt()))
                .orElseGet(() -> new Rotation.Reused(ended(live, now)));
    }

    @Override
    public void noteUsed(Map<SessionId, Instant> used) {
        transactions.run(() -> used.forEach((id, at) -> sessions.get(id)
                .filter(session ->
                        session.lastUsedAt().filter(last -> !at.isAfter(last)).isEmpty())
                .ifPresent(session -> sessions.put(
                        id,
                        new Session(
                                id,
                                session.userId(),
                                session.createdAt(),
                                session.expiresAt(),
                                session.endedAt(),
                                session.client(),
                                session.origin(),
                                Optional.of(at))))));
    }

    @Override
    public boolean end(SessionId id, Instant now) {
        return transactions.guarded(() -> {
            Optional<Session> running =
                    sessions.get(id).filter(session -> session.endedAt().isEmpty());
            running.ifPresent(session -> ended(session, now));
            return running.isPresent();
        });
    }

    @Override
    public int sweep(Instant before, int most) {
        return transactions.guarded(() -> {
            List<Session> old = sessions.where(session -> session.expiresAt().isBefore(before)
                            || session.endedAt().filter(before::isAfter).isPresent())
                    .limit(most)
                    .toList();
            forget(old);
            return old.size();
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            List<Session> some = ofUser(user).stream().limit(most).toList();
            forget(some);
            return some.size();
        });
    }

    private Session ended(Session session, Instant now) {
        Session ended = session.ended(now);
        sessions.put(session.id(), ended);
        return ended;
    }

    private void forget(List<Session> old) {
        Set<SessionId> ids = old.stream().map(Session::id).collect(Collectors.toSet());
        ids.forEach(sessions::remove);
        ids.forEach(parents::remove);
        tokens.removeWhere(token -> ids.contains(token.sessionId()));
    }
}
