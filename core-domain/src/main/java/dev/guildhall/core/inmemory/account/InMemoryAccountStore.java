package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHash;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Accounts in memory. Transactions run one at a time, so the running one has the lock of every account. Thread-safe.
 */
public final class InMemoryAccountStore implements AccountStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<UserId, Account> accounts;
    private final UndoableMap<Email, UserId> byEmail;

    public InMemoryAccountStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.accounts = new UndoableMap<>(transactions);
        this.byEmail = new UndoableMap<>(transactions);
    }

    @Override
    public boolean add(Account account) {
        return transactions.guarded(() -> {
            boolean isNew = byEmail.add(account.email(), account.id());
            if (isNew) {
                accounts.put(account.id(), account);
            }
            return isNew;
        });
    }

    @Override
    public Optional<Account> find(UserId id) {
        return transactions.guarded(() -> accounts.get(id));
    }

    @Override
    public Set<UserId> existing(Collection<UserId> ids) {
        return transactions.guarded(
                () -> ids.stream().filter(id -> accounts.get(id).isPresent()).collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public Optional<Account> lock(UserId id) {
        return find(id);
    }

    @Override
    public Optional<Account> findByEmail(Email email) {
        return transactions.guarded(() -> byEmail.get(email).flatMap(accounts::get));
    }

    @Override
    public void setPasswordHash(UserId id, PasswordHash hash) {
        transactions.run(() -> accounts.change(id, account -> account.withPasswordHash(hash)));
    }

    @Override
    public boolean remove(UserId id) {
        return transactions.guarded(() -> {
            Optional<Account> removed = accounts.remove(id);
            removed.ifPresent(account -> byEmail.remove(account.email()));
            transactions.erase(id);
            return removed.isPresent();
        });
    }

    @Override
    public void setActiveProfile(UserId id, ProfileId profileId) {
        transactions.run(() -> accounts.change(id, account -> account.withActiveProfile(profileId)));
    }

    @Override
    public void setEmailVerified(UserId id) {
        transactions.run(() -> accounts.change(id, Account::withVerifiedEmail));
    }

    @Override
    public void setRights(UserId id, AccountRights rights) {
        transactions.run(() -> accounts.change(id, account -> account.withRights(rights)));
    }
}
