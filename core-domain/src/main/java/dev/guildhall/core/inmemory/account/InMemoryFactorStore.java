package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.FactorId;
import dev.guildhall.ports.account.FactorStore;
import dev.guildhall.ports.passkey.Base64Url;
import dev.guildhall.ports.passkey.Passkey;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

public final class InMemoryFactorStore implements FactorStore {
    private record RecoveryCode(UserId userId, String hash) {}

    private final InMemoryTransactions transactions;
    private final Stores all;
    private final UndoableMap<FactorId, Factor> factors;
    private final UndoableMap<RecoveryCode, RecoveryCode> codes;

    public InMemoryFactorStore(InMemoryTransactions transactions, Stores all) {
        this.transactions = transactions;
        this.all = all;
        this.factors = new UndoableMap<>(transactions);
        this.codes = new UndoableMap<>(transactions);
    }

    @Override
    public boolean add(Factor factor) {
        return transactions.guarded(() -> {
            boolean isFree = hasAccount(factor.userId()) && !hasPasskeyOf(factor);
            if (isFree) {
                factors.put(factor.id(), factor);
            }
            return isFree;
        });
    }

    private boolean hasPasskeyOf(Factor added) {
        Optional<Base64Url> id = added.passkey().map(Passkey::credentialId);
        return id.isPresent()
                && factors.where(factor ->
                                factor.passkey().map(Passkey::credentialId).equals(id))
                        .findAny()
                        .isPresent();
    }

    private boolean hasAccount(UserId userId) {
        return all.accounts().find(userId).isPresent();
    }

    @Override
    public List<Factor> ofUser(UserId userId) {
        return transactions.guarded(
                () -> factors.where(factor -> factor.userId().equals(userId))
                        .sorted(Comparator.comparing(factor -> factor.id().value()))
                        .toList());
    }

    @Override
    public boolean accept(FactorId id, long counter, Instant now) {
        return transactions.guarded(() -> {
            Optional<Factor> found = factors.get(id)
                    .filter(factor -> factor.counter() < counter || (factor.counter() == 0 && counter == 0));
            found.ifPresent(factor -> factors.put(id, factor.accepted(counter, now)));
            return found.isPresent();
        });
    }

    @Override
    public void remove(FactorId id) {
        transactions.run(() -> factors.remove(id));
    }

    @Override
    public void setRecoveryCodes(UserId userId, Collection<String> hashes) {
        transactions.run(() -> {
            codes.removeWhere(code -> code.userId().equals(userId));
            if (hasAccount(userId)) {
                hashes.stream().map(hash -> new RecoveryCode(userId, hash)).forEach(code -> codes.put(code, code));
            }
        });
    }

    @Override
    public boolean takeRecoveryCode(UserId userId, String hash) {
        return transactions.guarded(
                () -> codes.remove(new RecoveryCode(userId, hash)).isPresent());
    }

    @Override
    public int countRecoveryCodes(UserId userId) {
        return transactions.guarded(
                () -> (int) codes.where(code -> code.userId().equals(userId)).count());
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            int removed = factors.removeWhere(factor -> factor.userId().equals(user), most);
            return removed + codes.removeWhere(code -> code.userId().equals(user), most - removed);
        });
    }
}
