package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountToken;
import dev.guildhall.ports.account.AccountTokenStore;
import dev.guildhall.ports.account.TokenKind;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.Optional;

public final class InMemoryAccountTokenStore implements AccountTokenStore {
    private final InMemoryTransactions transactions;
    private final Stores all;
    private final UndoableMap<String, AccountToken> tokens;

    public InMemoryAccountTokenStore(InMemoryTransactions transactions, Stores all) {
        this.transactions = transactions;
        this.all = all;
        this.tokens = new UndoableMap<>(transactions);
    }

    @Override
    public void add(AccountToken token) {
        transactions.run(() -> {
            if (token.userId().isEmpty()
                    || token.userId().flatMap(all.accounts()::find).isPresent()) {
                tokens.put(token.hash(), token);
            }
        });
    }

    @Override
    public Optional<AccountToken> find(String hash, TokenKind kind, Instant now) {
        return transactions.guarded(
                () -> tokens.get(hash).filter(token -> token.kind() == kind && now.isBefore(token.expiresAt())));
    }

    @Override
    public Optional<AccountToken> take(String hash, TokenKind kind, Instant now) {
        return transactions.guarded(() -> {
            Optional<AccountToken> found = find(hash, kind, now);
            found.ifPresent(token -> tokens.remove(hash));
            return found;
        });
    }

    @Override
    public void removeOf(UserId userId, TokenKind kind) {
        transactions.run(() -> tokens.removeWhere(token -> isOf(userId, token) && token.kind() == kind));
    }

    private static boolean isOf(UserId userId, AccountToken token) {
        return token.userId().equals(Optional.of(userId));
    }

    @Override
    public int sweep(Instant before, int most) {
        return transactions.guarded(
                () -> tokens.removeWhere(token -> token.expiresAt().isBefore(before), most));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> tokens.removeWhere(token -> isOf(user, token), most));
    }
}
