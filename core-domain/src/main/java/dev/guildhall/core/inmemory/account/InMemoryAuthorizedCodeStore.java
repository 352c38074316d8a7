package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.authorization.AuthorizedCode;
import dev.guildhall.ports.authorization.AuthorizedCodeStore;
import dev.guildhall.ports.authorization.TakenCode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

public final class InMemoryAuthorizedCodeStore implements AuthorizedCodeStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<String, TakenCode> codes;

    public InMemoryAuthorizedCodeStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.codes = new UndoableMap<>(transactions);
    }

    @Override
    public void add(AuthorizedCode code) {
        transactions.run(() -> codes.put(code.hash(), new TakenCode(code, true)));
    }

    @Override
    public Optional<TakenCode> take(String hash) {
        return transactions.guarded(() -> {
            Optional<TakenCode> found = codes.get(hash);
            found.ifPresent(taken -> codes.put(hash, new TakenCode(taken.code(), false)));
            return found;
        });
    }

    @Override
    public void removeOf(UserId userId) {
        transactions.run(() -> codes.values().stream()
                .filter(taken -> taken.first() && taken.code().userId().equals(userId))
                .toList()
                .forEach(taken -> codes.remove(taken.code().hash())));
    }

    @Override
    public int sweep(Instant before, int most) {
        return transactions.guarded(() -> remove(code -> code.expiresAt().isBefore(before), most));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> remove(code -> code.userId().equals(user), most));
    }

    private int remove(Predicate<AuthorizedCode> which, int most) {
        List<String> hashes = codes.values().stream()
                .map(TakenCode::code)
                .filter(which)
                .limit(most)
                .map(AuthorizedCode::hash)
                .toList();
        hashes.forEach(codes::remove);
        return hashes.size();
    }
}
